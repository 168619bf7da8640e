// How the wins of an ending are spread over distances.

import type { Stats } from '../server';
import { movesOf } from '../values';

export interface Distances {
  /** 1, 2, ... up to the longest. */
  moves: number[];
  /** Positions with White to move that are won in so many moves. */
  whiteToMove: number[];
  /** Positions with Black to move that are lost in so many moves; mates are not counted. */
  blackToMove: number[];
  longest: number;
  /** The part of the positions with White to move that White wins, in percent. */
  whiteShare: number;
}

export function distancesOf(stats: Stats): Distances {
  const sum = (byPlies: Record<string, number>): number[] => {
    const byMoves: number[] = [];
    for (const [plies, count] of Object.entries(byPlies)) {
      const at = movesOf(Number(plies)) - 1;
      if (at >= 0) byMoves[at] = (byMoves[at] ?? 0) + count;
    }
    return byMoves;
  };
  const [white, black] = [
    sum(stats.white_to_move.win_by_plies),
    sum(stats.black_to_move.loss_by_plies),
  ];
  const longest = Math.max(white.length, black.length);
  const filled = (counts: number[]) => Array.from({ length: longest }, (_, at) => counts[at] ?? 0);
  return {
    moves: Array.from({ length: longest }, (_, at) => at + 1),
    whiteToMove: filled(white),
    blackToMove: filled(black),
    longest,
    whiteShare: (100 * stats.white_to_move.win) / Math.max(1, stats.white_to_move.legal),
  };
}
