// A solution as steps that can be clicked: each a move with the position after it.

import type { After, Attack, Defence, Move, Phase, PlayLine, Solution } from '../server';
import { t } from '../strings';

export interface Step {
  /** Its place in the solution, such as `0.2.1`. */
  id: string;
  /** The move with its number, as composers write it. */
  text: string;
  /** What is said behind it: a threat, zugzwang, a refutation. */
  note?: string;
  fen?: string | undefined;
  kind: 'key' | 'try' | 'move' | 'refutation';
  next: Step[];
}

/** A row of help play, or a tree of play against a defence, under a heading. */
export interface Section {
  heading: string;
  /** Where its play begins, if that is not the diagram of the editor. */
  diagram?: Step | undefined;
  fen?: string | undefined;
  /** Lines are told in a row, trees one below the other. */
  rows: { line: boolean; first: Step }[];
  empty: string;
}

const MATES = ['#', '+', '##', '##!', '#='];

/** A move with check and goal behind it; a mate is a check anyway. */
function written({ move, check, goal }: Move): string {
  const sign = check && !MATES.includes(goal ?? '') ? '+' : '';
  return `${move}${sign}${goal ?? ''}`;
}

const MERITS: Record<Attack['merit'], string> = {
  key: '!',
  try: '?',
  forced: '?!?',
  continuation: '',
};

function attackStep(attack: Attack, number: number, id: string): Step {
  const { idea } = attack.after;
  const note = idea === 'none' ? '' : idea === 'zugzwang' ? t.solve.zugzwang : t.solve.threat;
  return {
    id,
    text: `${number}.${written(attack)}${MERITS[attack.merit]}`,
    note,
    fen: attack.fen,
    kind: attack.merit === 'key' ? 'key' : attack.merit === 'try' ? 'try' : 'move',
    next: afterSteps(attack.after, number, id),
  };
}

function afterSteps({ idea, defences, refutations }: After, number: number, id: string): Step[] {
  const threats = typeof idea === 'object' ? idea.threats : [];
  const steps = threats.map((threat, nth) => attackStep(threat, number + 1, `${id}.t${nth}`));
  const defend = (defence: Defence, nth: number): Step => {
    const own = `${id}.${nth}`;
    return {
      id: own,
      text: `${number}…${written(defence)}`,
      fen: defence.fen,
      kind: 'move',
      next: defence.answers.map((answer, at) => attackStep(answer, number + 1, `${own}.${at}`)),
    };
  };
  const refute = (refutation: Move, nth: number): Step => ({
    id: `${id}.r${nth}`,
    text: `${number}…${written(refutation)}!`,
    note: t.solve.refutes,
    fen: refutation.fen,
    kind: 'refutation',
    next: [],
  });
  return [...steps, ...defences.map(defend), ...refutations.map(refute)];
}

/** The moves of a line, each the next of the one before. */
function lineStep({ opening, moves }: PlayLine, id: string): Step | undefined {
  let first: Step | undefined;
  let last: Step | undefined;
  moves.forEach((move, nth) => {
    const before = nth > 0 || opening === 'full' ? '' : opening === 'half' ? '1…' : '1… … ';
    const number = move.number === undefined ? '' : `${move.number}.`;
    const step: Step = {
      id: `${id}.${nth}`,
      text: `${before}${number}${written(move)}`,
      fen: move.fen,
      kind: 'move',
      next: [],
    };
    last?.next.push(step);
    first ??= step;
    last = step;
  });
  return first;
}

function phaseRows({ found }: Phase, id: string): Section['rows'] {
  if ('lines' in found) {
    return found.lines.flatMap((line, nth) => {
      const first = lineStep(line, `${id}.${nth}`);
      return first ? [{ line: true, first }] : [];
    });
  }
  const steps =
    'attacks' in found
      ? found.attacks.map((attack, nth) => attackStep(attack, 1, `${id}.${nth}`))
      : afterSteps(found.aftermath, 1, id);
  return steps.map((first) => ({ line: false, first }));
}

/** The sections of a finished solution. */
export function sectionsOf(solution: Solution, problem: number): Section[] {
  return solution.twins.flatMap((twin, nth) =>
    twin.phases.map((phase, at): Section => {
      const label = twin.label ? `${twin.label}) ${twin.changes.join(' ')}` : '';
      const exchanged = phase.white === 'black' ? t.solve.exchanged : '';
      const part = [label, t.solve.parts[phase.part], exchanged].filter(Boolean).join(' · ');
      const id = `${problem}.${nth}.${at}`;
      const diagram: Step = { id, text: part, fen: phase.fen, kind: 'move', next: [] };
      return {
        heading: part,
        diagram: twin.label ? diagram : undefined,
        fen: phase.fen,
        rows: phaseRows(phase, id),
        empty: t.solve.nothing,
      };
    }),
  );
}

/** What has been found so far, in the order in which it came. */
export class Findings {
  private readonly twins = new Map<string, Section>();

  add(event: {
    problem: number;
    twin: number;
    part: string;
    line?: PlayLine;
    attack?: Attack;
  }): void {
    const key = `${event.problem}.${event.twin}`;
    const section = this.twins.get(key) ?? { heading: t.solve.soFar, rows: [], empty: '' };
    const id = `s${key}.${section.rows.length}`;
    const first = event.line
      ? lineStep(event.line, id)
      : event.attack && attackStep(event.attack, 1, id);
    if (first) section.rows.push({ line: event.line !== undefined, first });
    this.twins.set(key, section);
  }

  get sections(): Section[] {
    return [...this.twins.values()];
  }
}

/** All steps in the order in which they are shown. */
export function inOrder(sections: readonly Section[]): Step[] {
  const all: Step[] = [];
  const walk = (step: Step) => {
    all.push(step);
    step.next.forEach(walk);
  };
  for (const { diagram, rows } of sections) {
    if (diagram) all.push(diagram);
    for (const { first } of rows) walk(first);
  }
  return all;
}

/** The step before another in its line of play; undefined at its beginning. */
export function parentOf(sections: readonly Section[], id: string): Step | undefined {
  return inOrder(sections).find((step) => step.next.some((child) => child.id === id));
}
