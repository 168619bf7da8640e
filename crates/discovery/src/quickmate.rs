//! The shortest game that ends with a given mating move.
