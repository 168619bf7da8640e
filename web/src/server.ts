// What the page asks the server: docs/http.md in types.

import type { Placement } from './board/placement';
import { eventsOf } from './sse';
import type { Report } from './values';

/** An answer that says no. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly building = false,
    readonly snippet?: string,
  ) {
    super(message);
  }
}

/** No answer at all. */
export class Gone extends Error {}

type Watcher = (gone: boolean) => void;
const watchers = new Set<Watcher>();
let gone = false;

/** Calls back whenever the server goes or comes back. */
export function watchServer(watcher: Watcher): void {
  watchers.add(watcher);
}

function setGone(now: boolean): void {
  if (gone === now) return;
  gone = now;
  for (const watcher of watchers) watcher(now);
  if (now) setTimeout(knock, 1500);
}

async function knock(): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store' });
    setGone(false);
  } catch {
    setTimeout(knock, 1500);
  }
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    setGone(true);
    throw new Gone();
  }
  setGone(false);
  if (response.ok) return response;
  const text = (await response.text()).trim();
  try {
    const { error, building, snippet } = JSON.parse(text);
    throw new Refusal(String(error), response.status, building === true, snippet);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(text || `${response.status} ${response.statusText}`, response.status);
  }
}

type Parameters = Record<string, string | number | boolean | undefined>;

function query(parameters: Parameters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.toString();
}

async function json<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await ask(path, signal ? { signal } : undefined)).json() as Promise<T>;
}

/** What the tables say of a position and its moves. */
export const report = (fen: string, signal?: AbortSignal): Promise<Report> =>
  json(`/standard?${query({ fen })}`, signal);

export interface TableEntry {
  ending: string;
  men: number;
  metric: string;
  longest_moves: number | null;
}

export const tables = (): Promise<{ auto_build: number; tables: TableEntry[] }> =>
  json('/api/v1/tables');

export interface Longest {
  plies: number;
  moves: number;
  positions: number;
  examples: string[];
}

export interface SideStats {
  legal: number;
  win: number;
  draw: number;
  loss: number;
  win_by_plies: Record<string, number>;
  loss_by_plies: Record<string, number>;
  longest_win: Longest | null;
  longest_loss: Longest | null;
}

export interface Stats {
  material: string;
  metric: string;
  white_to_move: SideStats;
  black_to_move: SideStats;
}

export const stats = (material: string, signal?: AbortSignal): Promise<Stats> =>
  json(`/api/v1/stats/${encodeURIComponent(material)}`, signal);

export interface Found {
  fen: string;
  result: 'won' | 'drawn' | 'lost';
  plies?: number;
  moves?: number;
}

export const mine = (
  material: string,
  parameters: Parameters,
  signal?: AbortSignal,
): Promise<{ material: string; positions: Found[]; more: boolean }> =>
  json(`/api/v1/mine/${encodeURIComponent(material)}?${query(parameters)}`, signal);

export interface Lesson {
  fen: string;
  material: string;
  side: 'white' | 'black';
  level: string;
  seed: number;
  result: 'won' | 'drawn' | 'lost';
  moves?: number;
}

export const lesson = (parameters: Parameters): Promise<Lesson> =>
  json(`/api/v1/lesson?${query(parameters)}`);

export interface KindEntry {
  letters: string;
  name: string;
  movement: string;
  figure: string;
  turn: number;
}

export const pieces = (): Promise<KindEntry[]> => json('/api/v1/pieces');

export interface Word {
  word: string;
  meaning?: string;
  takes?: string[] | string;
  playable?: boolean;
}

export interface Words {
  stipulations: Word[];
  conditions: Word[];
  options: Word[];
  attributes: string[];
}

export const words = (): Promise<Words> => json('/api/v1/words');

/** A diagram as SVG. */
export async function diagram(parameters: Parameters): Promise<string> {
  return (await ask(`/api/v1/diagram?${query(parameters)}`)).text();
}

export type Topology = 'plane' | 'vertical-cylinder' | 'horizontal-cylinder' | 'torus';

export interface TwinEntry {
  label: string;
  continued: boolean;
  changes: string[];
  words: string;
  stip: string;
  fen: string;
}

/** A problem as the server has read it. */
export interface Problem {
  text: string;
  fen: string;
  board: { width: number; height: number; topology: Topology };
  stip: string;
  cond: string[];
  options: string[];
  title: string[];
  twins: TwinEntry[];
}

/** The fields of a problem, to be sent. */
export interface ProblemFields {
  pieces: string;
  stip: string;
  cond: string[];
  options: string[];
  twins: string[];
  title: string[];
  board: string;
  topology: Topology;
}

const post = (path: string, body: string | ProblemFields, signal?: AbortSignal) => {
  const text = typeof body === 'string';
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': text ? 'text/plain; charset=utf-8' : 'application/json' },
    body: text ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
};

/** Reads a problem, from its text or from its fields. */
export async function readProblem(
  body: string | ProblemFields,
  signal?: AbortSignal,
): Promise<Problem[]> {
  const { problems } = (await (await post('/api/v1/problem', body, signal)).json()) as {
    problems: Problem[];
  };
  return problems;
}

export interface Move {
  number?: number;
  move: string;
  check: boolean;
  goal?: string;
  fen?: string;
}

export interface Attack extends Move {
  merit: 'key' | 'try' | 'forced' | 'continuation';
  after: After;
}

export interface Defence extends Move {
  answers: Attack[];
}

export interface After {
  idea: 'none' | 'zugzwang' | { threats: Attack[] };
  defences: Defence[];
  refutations: Move[];
}

export interface PlayLine {
  opening: 'full' | 'half' | 'skipped';
  moves: Move[];
}

export type FoundPlay = { lines: PlayLine[] } | { attacks: Attack[] } | { aftermath: After };

export interface Phase {
  part: 'set' | 'actual' | 'postkey';
  white: 'white' | 'black';
  fen?: string;
  found: FoundPlay;
}

export interface TwinSolution {
  label: string;
  stipulation: string;
  changes: string[];
  verdict: { finding: string; solutions: number };
  phases: Phase[];
}

export interface Solution {
  twins: TwinSolution[];
}

/** What a solving server tells, in order. */
export type SolveEvent =
  | { name: 'accepted'; data: { problems: Problem[]; limits: { seconds: number } } }
  | { name: 'twin'; data: { problem: number; twin: number; label: string; stip: string } }
  | { name: 'progress'; data: { problem: number; twin: number; done: number; of: number } }
  | {
      name: 'solution';
      data: { problem: number; twin: number; part: string; line?: PlayLine; attack?: Attack };
    }
  | {
      name: 'result';
      data: {
        problem: number;
        solution: Solution;
        text: string;
        verdicts: string[];
        state: string;
        limit: string | null;
      };
    }
  | { name: 'error'; data: { error: string } }
  | { name: 'end'; data: Record<string, never> };

/** Solves a problem; aborting the signal calls the search off. */
export async function* solve(text: string, signal: AbortSignal): AsyncGenerator<SolveEvent> {
  const response = await post('/api/v1/solve', text, signal);
  for await (const { name, data } of eventsOf(response)) {
    yield { name, data: JSON.parse(data) } as SolveEvent;
  }
}

/** A problem's board without men. */
export const boardOf = ({ board }: Problem): Placement => ({
  files: board.width,
  ranks: board.height,
  men: new Map(),
});
