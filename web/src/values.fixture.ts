// What the server tells, for tests.

import type { Facts, MoveFacts } from './values';

/** A position of which nothing is known but what is given. */
export const facts = (change: Partial<Facts> = {}): Facts => ({
  checkmate: false,
  stalemate: false,
  insufficient_material: false,
  dtz: null,
  precise_dtz: null,
  dtm: null,
  dtc: null,
  category: 'unknown',
  ...change,
});

/** A move of which nothing is known but what is given. */
export const move = (uci: string, change: Partial<MoveFacts>): MoveFacts => ({
  uci,
  san: uci,
  zeroing: false,
  conversion: false,
  ...facts(change),
  ...change,
});
