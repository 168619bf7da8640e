// A line of orthodox chess: where it starts, the moves made, and which of its positions is shown.

import { Chess, castlingSide, type Position } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSan, parseSan } from 'chessops/san';
import type { Move } from 'chessops/types';
import { kingCastlesTo, makeSquare, makeUci, parseUci } from 'chessops/util';

export interface Ply {
  uci: string;
  san: string;
  /** The position after it. */
  fen: string;
}

export interface Line {
  start: string;
  plies: readonly Ply[];
  /** How many of the plies have been played in the position shown. */
  at: number;
}

/** Blanks may be underscores, as in addresses. */
export const cleanFen = (text: string): string => text.trim().replace(/[\s_]+/g, ' ');

/** The position of a FEN whose trailing fields may be missing; undefined if it is none. */
export function positionOf(fen: string): Position | undefined {
  const setup = parseFen(cleanFen(fen));
  if (setup.isErr) return undefined;
  const position = Chess.fromSetup(setup.value);
  return position.isOk ? position.value : undefined;
}

/** A line without moves; undefined if the FEN is none. */
export function startLine(fen: string): Line | undefined {
  const position = positionOf(fen);
  return position && { start: makeFen(position.toSetup()), plies: [], at: 0 };
}

export const fenAt = (line: Line): string => line.plies[line.at - 1]?.fen ?? line.start;

/** The line with a move made in the position shown; undefined if it is illegal. */
export function play(line: Line, uci: string): Line | undefined {
  if (line.plies[line.at]?.uci === uci) return { ...line, at: line.at + 1 };
  const position = positionOf(fenAt(line));
  const move = parseUci(uci);
  if (!position || !move || !position.isLegal(move)) return undefined;
  const san = makeSan(position, move);
  position.play(move);
  const ply = { uci, san, fen: makeFen(position.toSetup()) };
  return { ...line, plies: [...line.plies.slice(0, line.at), ply], at: line.at + 1 };
}

export const goTo = (line: Line, at: number): Line => ({
  ...line,
  at: Math.max(0, Math.min(at, line.plies.length)),
});

/** The line of an address: its start and its moves, as far as they are legal. */
export function restore(fen: string, moves: readonly string[], at?: number): Line | undefined {
  let line = startLine(fen);
  for (const uci of moves) {
    const next = line && play(line, uci);
    if (!next) break;
    line = next;
  }
  return line && at !== undefined ? goTo(line, at) : line;
}

export const turnOf = (fen: string): 'white' | 'black' =>
  cleanFen(fen).split(' ')[1] === 'b' ? 'black' : 'white';

/** `12.` or `12...` before the nth ply of a line. */
export function moveNumber(line: Line, nth: number): string {
  const [, turn, , , , number = '1'] = line.start.split(' ');
  const half = nth + (turn === 'b' ? 1 : 0);
  return `${Number(number) + Math.floor(half / 2)}${half % 2 === 0 ? '.' : '...'}`;
}

/** The square of the king in check. */
export function kingInCheck(fen: string): string | undefined {
  const position = positionOf(fen);
  if (!position?.isCheck()) return undefined;
  const king = position.board.kingOf(position.turn);
  return king === undefined ? undefined : makeSquare(king);
}

/** The legal moves as a board wants them: from a square to squares. */
export function destinations(ucis: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const uci of ucis) {
    const from = uci.slice(0, 2);
    found.set(from, [...(found.get(from) ?? []), uci.slice(2, 4)]);
  }
  return found;
}

/** A move as the server writes it: castling is the king's move of two squares. */
function uciOf(position: Position, move: Move): string {
  const side = castlingSide(position, move);
  if (!side || !('from' in move)) return makeUci(move);
  return makeSquare(move.from) + makeSquare(kingCastlesTo(position.turn, side));
}

/** The move that somebody typed, as `Qd6`, `qd6`, `a3d6`, `e8=N` or `0-0`; undefined if there is none. */
export function typedMove(fen: string, text: string): string | undefined {
  const position = positionOf(fen);
  const typed = text.trim().replace(/[!?]+$/, '');
  if (!position || !typed) return undefined;
  const uci = parseUci(typed.toLowerCase().replace(/[-x=]/g, ''));
  if (uci && position.isLegal(uci)) return uciOf(position, uci);
  const castling = typed.replace(/0/g, 'O').replace(/o/g, 'O');
  // a small letter may be a pawn's file: that reading comes first
  for (const san of [typed, castling, typed.charAt(0).toUpperCase() + typed.slice(1)]) {
    const move = parseSan(position, san);
    if (move) return uciOf(position, move);
  }
  return undefined;
}

/** How a game has ended by the laws of chess, the position alone aside. */
export function drawnByRule(line: Line): 'fifty' | 'repetition' | undefined {
  const fens = [line.start, ...line.plies.map((ply) => ply.fen)].slice(0, line.at + 1);
  const last = fens.at(-1) ?? line.start;
  if (Number(last.split(' ')[4] ?? 0) >= 100) return 'fifty';
  const key = (fen: string) => fen.split(' ').slice(0, 4).join(' ');
  return fens.filter((fen) => key(fen) === key(last)).length >= 3 ? 'repetition' : undefined;
}
