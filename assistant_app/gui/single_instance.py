"""One window for each data folder: the second start raises the first's window."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_WAIT_MS = 1000


def _name(data_dir: Path) -> str:
    digest = hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()
    return f"assistant-app-{digest[:24]}"


def raise_other(data_dir: Path, file: Path | None = None) -> bool:
    """Ask the window that has this folder open to come to the front; False when there is none.

    `file` is a calendar file for it to open.

    Waits for at most a second, before there is a window of our own.
    """
    socket = QLocalSocket()
    socket.connectToServer(_name(data_dir))
    if not socket.waitForConnected(_WAIT_MS):
        return False
    socket.write(json.dumps({"open": str(file.absolute()) if file else ""}).encode() + b"\n")
    socket.flush()
    answered = socket.waitForReadyRead(_WAIT_MS)
    socket.disconnectFromServer()
    return answered


class InstanceServer(QObject):
    """Listens for second starts; only this user can connect.

    `open_asked(path)` follows `raise_asked` where the second start was given a file.
    """

    raise_asked = Signal()
    open_asked = Signal(object)

    def __init__(self, data_dir: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        name = _name(data_dir)
        if not self._server.listen(name):
            QLocalServer.removeServer(name)  # left behind by a process that was killed
            self._server.listen(name)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda s=socket: self._on_words(s))
            socket.disconnected.connect(socket.deleteLater)
            if socket.bytesAvailable():
                self._on_words(socket)

    def _on_words(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            return  # the rest is on its way
        try:
            asked = json.loads(bytes(socket.readLine().data()))
            file = str(asked["open"])
        except (ValueError, KeyError, TypeError):
            return
        socket.write(b"raised\n")
        socket.flush()
        self.raise_asked.emit()
        if file:
            self.open_asked.emit(Path(file))
