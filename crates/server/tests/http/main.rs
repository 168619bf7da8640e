//! The server as its clients see it: over real connections, on a port of its own.

mod api;
mod builds;
mod client;
mod discover;
mod fuzz;
mod manners;
mod solve;
mod standard;
