"""Tables: their matches, the people present, and the sockets that connect them."""
