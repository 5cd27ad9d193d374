//! The bundled servers from outside: the sample sites and the scripted model server.

mod http;
mod model;
mod sites;
