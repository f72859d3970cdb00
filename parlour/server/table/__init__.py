"""Tables: what happens at them, who sits there, and the sockets that tell."""
