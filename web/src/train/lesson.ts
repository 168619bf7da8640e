// A lesson: a line in which one side is the trainee's, judged move by move.

import { drawnByRule, fenAt, type Line, turnOf } from '../game';
import { type Judgement, judge, type Report } from '../values';

export type Side = 'white' | 'black';

export interface Lesson {
  line: Line;
  side: Side;
}

/** How a lesson has ended. */
export type Ending = 'mate' | 'mated' | 'stalemate' | 'material' | 'fifty' | 'repetition';

export const isTraineesTurn = ({ line, side }: Lesson): boolean => turnOf(fenAt(line)) === side;

type Reports = ReadonlyMap<string, Report>;

/** What the trainee's moves were, in order; those that cannot be judged are left out. */
export function judgements({ line, side }: Lesson, reports: Reports): Judgement[] {
  return line.plies.flatMap((ply, nth) => {
    const before = nth === 0 ? line.start : (line.plies[nth - 1]?.fen ?? line.start);
    const report = reports.get(before);
    const found = turnOf(before) === side && report ? judge(report, ply.uci) : undefined;
    return found ? [found] : [];
  });
}

/** What the trainee's last move was, if it was the last move at all. */
export function lastJudgement(lesson: Lesson, reports: Reports): Judgement | undefined {
  return isTraineesTurn(lesson) ? undefined : judgements(lesson, reports).at(-1);
}

/** Moves lost against perfect play, results aside. */
export const movesLost = (found: readonly Judgement[]): number =>
  found.reduce((sum, { lost }) => sum + lost, 0);

export function endingOf(lesson: Lesson, report: Report | undefined): Ending | undefined {
  if (report?.checkmate) return isTraineesTurn(lesson) ? 'mated' : 'mate';
  if (report?.stalemate) return 'stalemate';
  if (report?.insufficient_material) return 'material';
  return drawnByRule(lesson.line);
}

/** The lesson before the trainee's last move. */
export function takeBack(lesson: Lesson): Lesson {
  const { line, side } = lesson;
  const own = line.plies.findLastIndex((_, nth) => {
    const before = nth === 0 ? line.start : (line.plies[nth - 1]?.fen ?? line.start);
    return turnOf(before) === side;
  });
  const plies = line.plies.slice(0, Math.max(0, own));
  return { ...lesson, line: { ...line, plies, at: plies.length } };
}
