// What positions and moves are worth, from the answers of the tables.

export type Category =
  | 'win'
  | 'syzygy-win'
  | 'maybe-win'
  | 'cursed-win'
  | 'draw'
  | 'blessed-loss'
  | 'maybe-loss'
  | 'syzygy-loss'
  | 'loss'
  | 'unknown';

/** What the tables say of a position; distances are plies, positive when the side to move wins. */
export interface Facts {
  checkmate: boolean;
  stalemate: boolean;
  insufficient_material: boolean;
  dtz: number | null;
  precise_dtz: number | null;
  dtm: number | null;
  dtc: number | null;
  category: Category;
}

/** A move, and the position after it as the opponent sees it. */
export interface MoveFacts extends Facts {
  uci: string;
  san: string;
  zeroing: boolean;
  conversion: boolean;
}

/** A position and its moves, best first. */
export interface Report extends Facts {
  moves: MoveFacts[];
}

export type Result = 'win' | 'draw' | 'loss' | 'unknown';
export type Metric = 'dtm' | 'dtc' | 'dtz';

/** What a position is worth to one side. */
export interface Worth {
  result: Result;
  /** Half-moves to the end in the metric, where they are known and somebody wins. */
  plies?: number;
  metric?: Metric;
  /** The fifty-move rule takes, or may take, the win away. */
  fifty?: 'surely' | 'perhaps';
}

const METRICS: Metric[] = ['dtm', 'dtc', 'dtz'];

const distance = (facts: Facts, metric: Metric): number | null =>
  metric === 'dtz' ? (facts.precise_dtz ?? facts.dtz) : facts[metric];

function ofCategory(category: Category): Pick<Worth, 'result' | 'fifty'> {
  const result = category.endsWith('win')
    ? 'win'
    : category.endsWith('loss')
      ? 'loss'
      : (category as Result);
  if (category === 'cursed-win' || category === 'blessed-loss') return { result, fifty: 'surely' };
  return /^(syzygy|maybe)/.test(category) ? { result, fifty: 'perhaps' } : { result };
}

/** What a position is worth to the side to move, in the first metric that is known. */
export function worth(facts: Facts, metrics: readonly Metric[] = METRICS): Worth {
  const found: Worth = ofCategory(facts.category);
  if (facts.checkmate) return { result: 'loss', plies: 0, metric: 'dtm' };
  if (found.result !== 'win' && found.result !== 'loss') return found;
  for (const metric of metrics) {
    const plies = distance(facts, metric);
    if (plies !== null && plies !== 0) return { ...found, plies: Math.abs(plies), metric };
  }
  return found;
}

const OPPOSITE: Record<Result, Result> = {
  win: 'loss',
  draw: 'draw',
  loss: 'win',
  unknown: 'unknown',
};

/** What a move is worth to the side that plays it. */
export function worthOfMove(move: MoveFacts, metrics: readonly Metric[] = METRICS): Worth {
  const after = worth(move, metrics);
  const found: Worth = { ...after, result: OPPOSITE[after.result] };
  if (after.plies === undefined) return found;
  // a conversion, or a zeroing move, is the end that its metric counts to
  const ends =
    (after.metric === 'dtc' && move.conversion) || (after.metric === 'dtz' && move.zeroing);
  return { ...found, plies: ends ? 1 : after.plies + 1 };
}

export const movesOf = (plies: number): number => Math.ceil(plies / 2);

/** `+12`, `=`, `-7`, `?`. */
export function sign({ result, plies }: Worth): string {
  const moves = plies === undefined ? '' : String(movesOf(plies));
  return { win: `+${moves}`, draw: '=', loss: `−${moves}`, unknown: '?' }[result];
}

const RANKS: Category[] = [
  'loss',
  'syzygy-loss',
  'maybe-loss',
  'blessed-loss',
  'draw',
  'cursed-win',
  'maybe-win',
  'syzygy-win',
  'win',
];

/** How good a move's result is for the side that plays it; higher is better. */
const rank = (move: MoveFacts): number => -RANKS.indexOf(move.category);

/** Whether two moves are worth the same. */
export function equalMoves(one: MoveFacts, other: MoveFacts): boolean {
  return (
    one.category === other.category &&
    one.checkmate === other.checkmate &&
    one.dtm === other.dtm &&
    (one.dtm !== null || (one.dtc === other.dtc && one.dtz === other.dtz))
  );
}

/** The best moves: all that are worth as much as the first. */
export function bestMoves(report: Report): MoveFacts[] {
  const [best] = report.moves;
  return best ? report.moves.filter((move) => equalMoves(move, best)) : [];
}

/** What a move was, against the best one. */
export interface Judgement {
  move: MoveFacts;
  best: MoveFacts[];
  before: Worth;
  after: Worth;
  /** The result is worse than it was. */
  mistake: boolean;
  /** Moves by which it wins later, or loses sooner, than the best move. */
  lost: number;
}

/** Judges a move; undefined if it is not in the report or nothing is known. */
export function judge(report: Report, uci: string): Judgement | undefined {
  const move = report.moves.find((candidate) => candidate.uci === uci);
  const [first] = report.moves;
  if (!move || !first || move.category === 'unknown' || first.category === 'unknown') {
    return undefined;
  }
  const [before, after] = [worthOfMove(first), worthOfMove(move)];
  const mistake = rank(move) < rank(first);
  const comparable = !mistake && before.metric === after.metric;
  const plies = (after.plies ?? 0) - (before.plies ?? 0);
  const lost = comparable ? Math.abs(movesOf(after.plies ?? 0) - movesOf(before.plies ?? 0)) : 0;
  return { move, best: bestMoves(report), before, after, mistake, lost: plies === 0 ? 0 : lost };
}

/** Whether every move of a position is known, or none need be. */
export const isComplete = (report: Report): boolean =>
  report.category !== 'unknown' && report.moves.every((move) => move.category !== 'unknown');
