"""What the model may ask the core to do: schemas, checks and handlers."""
