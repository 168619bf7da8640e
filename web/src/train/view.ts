// Train: win, hold or prolong a difficult position against perfect play.

import { html, nothing, render, type TemplateResult } from 'lit-html';
import { setAddress } from '../address';
import { Board } from '../board/board';
import { emptyBoard, readPlacement } from '../board/placement';
import { type BuildState, BuildWatch } from '../builds';
import {
  destinations,
  fenAt,
  kingInCheck,
  moveNumber,
  play,
  restore,
  turnOf,
  typedMove,
} from '../game';
import { moveList, shownMoves } from '../moves';
import { choosePromotion } from '../promotion';
import * as server from '../server';
import { t } from '../strings';
import {
  bestMoves,
  type Judgement,
  movesOf,
  type Report,
  sign,
  worth,
  worthOfMove,
} from '../values';
import {
  announce,
  boardAsText,
  buildProgress,
  choice,
  complaint,
  copy,
  SIDES,
  type View,
} from '../view';
import {
  endingOf,
  isTraineesTurn,
  judgements,
  type Lesson,
  lastJudgement,
  movesLost,
  type Side,
  takeBack,
} from './lesson';

const LEVELS = ['easy', 'medium', 'hard', 'longest'] as const;
type Level = (typeof LEVELS)[number];
const GOALS = ['usual', 'win', 'hold', 'last'] as const;
type Goal = (typeof GOALS)[number];
const HINTS = 5;

interface Choice {
  ending: string;
  side: Side;
  level: Level;
  goal: Goal;
}

export class TrainView implements View {
  readonly element = document.createElement('div');
  private readonly board = new Board({ moved: (from, to) => void this.moved(from, to) });
  private readonly builds = new BuildWatch({
    changed: (state) => {
      this.building = state;
      this.draw();
    },
    ready: () => void this.start(),
  });
  private readonly reports = new Map<string, Report>();
  private choice: Choice = { ending: 'KQKR', side: 'white', level: 'medium', goal: 'usual' };
  private lesson: Lesson | undefined;
  private error: string | undefined;
  private moveError: string | undefined;
  private building: BuildState | undefined;
  /** What has been asked for in this position. */
  private shown = { hints: false, toGo: false, why: false };
  /** A thrown-away result was seen and is played on with. */
  private playOn = false;
  private session = { finished: 0, lost: 0 };
  private counted = false;
  private asking: AbortController | undefined;

  constructor() {
    this.element.className = 'desk train';
  }

  open(parameters: ReadonlyMap<string, string>): void {
    const side = parameters.get('side') === 'black' ? 'black' : 'white';
    const level = LEVELS.find((known) => known === parameters.get('level')) ?? this.choice.level;
    this.choice = {
      ...this.choice,
      ending: parameters.get('ending') ?? this.choice.ending,
      side,
      level,
    };
    const fen = parameters.get('fen');
    const line = fen && restore(fen, parameters.get('moves')?.split(',') ?? []);
    this.lesson = line ? { line, side } : undefined;
    this.error = fen && !line ? t.explore.noPosition : undefined;
    this.playOn = false;
    this.draw();
    if (this.lesson) void this.goOn();
  }

  close(): void {
    this.builds.close();
    this.asking?.abort();
    this.board.destroy();
  }

  key(key: string): boolean {
    if (!this.lesson) return false;
    switch (key) {
      case 'h':
        this.reveal('hints');
        return true;
      case 'g':
        this.reveal('toGo');
        return true;
      case 'b':
      case 'ArrowLeft':
        this.takeBack();
        return true;
      case 'n':
        void this.start();
        return true;
      default:
        return false;
    }
  }

  /** The trainee's side: of the lesson under way, or else the one chosen. */
  private get side(): Side {
    return this.lesson?.side ?? this.choice.side;
  }

  private get report(): Report | undefined {
    return this.lesson && this.reports.get(fenAt(this.lesson.line));
  }

  private get ended() {
    return this.lesson && endingOf(this.lesson, this.report);
  }

  /** The trainee's last move, if it has thrown the result away and is not played on with. */
  private get thrownAway(): Judgement | undefined {
    const last = this.lesson && lastJudgement(this.lesson, this.reports);
    return last?.mistake && !this.playOn ? last : undefined;
  }

  private save(step: 'new' | 'same' = 'same'): void {
    const { ending, level } = this.choice;
    const line = this.lesson?.line;
    setAddress(
      'train',
      {
        ending,
        side: this.side,
        level,
        fen: line?.start,
        moves: line?.plies.map((ply) => ply.uci).join(','),
      },
      step,
    );
  }

  /** A new position of the chosen ending. */
  private async start(): Promise<void> {
    const { ending, side, level } = this.choice;
    const goal = this.choice.goal === 'usual' ? undefined : this.choice.goal;
    this.error = undefined;
    try {
      const found = await server.lesson({ material: ending.trim(), side, level, goal });
      const line = restore(found.fen, []);
      this.builds.close();
      this.building = undefined;
      if (line) this.set({ line, side: found.side }, 'new');
    } catch (error) {
      if (error instanceof server.Refusal && error.building) {
        this.building ??= { waiting: [] };
        this.builds.open();
      } else {
        this.builds.close();
        this.building = undefined;
        this.error = complaint(error);
      }
    }
    this.draw();
  }

  private set(lesson: Lesson, step: 'new' | 'same' = 'same'): void {
    this.lesson = lesson;
    if (step === 'new') this.counted = false;
    this.shown = { hints: false, toGo: this.shown.toGo, why: false };
    this.moveError = undefined;
    this.save(step);
    this.draw();
    void this.goOn();
  }

  /** Asks for what is needed, and answers when it is the program's turn. */
  private async goOn(): Promise<void> {
    const { lesson } = this;
    if (!lesson) return;
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const now = fenAt(lesson.line);
    const fens = [lesson.line.start, ...lesson.line.plies.map((ply) => ply.fen)];
    try {
      for (const fen of [now, ...fens]) {
        if (this.reports.has(fen)) continue;
        this.reports.set(fen, await server.report(fen, asking.signal));
        if (asking.signal.aborted) return;
      }
    } catch (error) {
      if (!asking.signal.aborted) this.error = complaint(error);
      this.draw();
      return;
    }
    if (this.ended) this.finish();
    else if (!isTraineesTurn(lesson) && !this.thrownAway) this.answer(lesson);
    this.draw();
  }

  /** One of the best moves, by chance. */
  private answer(lesson: Lesson): void {
    const best = this.report ? bestMoves(this.report) : [];
    const move = best[Math.floor(Math.random() * best.length)];
    const line = move && play(lesson.line, move.uci);
    if (!line) return;
    announce(t.train.answered(move.san));
    this.set({ ...lesson, line });
  }

  private finish(): void {
    const { lesson, ended } = this;
    if (!lesson || !ended) return;
    announce(t.train.ended[ended]);
    if (this.counted) return;
    this.counted = true;
    this.session.finished += 1;
    this.session.lost += movesLost(judgements(lesson, this.reports));
  }

  private playMove(uci: string): void {
    const { lesson } = this;
    if (!lesson || this.ended || !isTraineesTurn(lesson)) return;
    const line = play(lesson.line, uci);
    if (!line) return;
    this.playOn = false;
    this.set({ ...lesson, line });
    const { thrownAway } = this;
    if (thrownAway) announce(t.train.thrown(thrownAway));
  }

  private async moved(from: string, to: string): Promise<void> {
    const moves = (this.report?.moves ?? []).filter((move) => move.uci.startsWith(from + to));
    const uci = await choosePromotion(moves, this.side);
    if (uci) this.playMove(uci);
    else this.draw();
  }

  private takeBack(): void {
    const { lesson } = this;
    if (!lesson || lesson.line.plies.length === 0) return;
    this.playOn = false;
    this.set(takeBack(lesson));
    announce(t.train.takenBack);
  }

  private reveal(what: keyof typeof this.shown): void {
    this.shown = { ...this.shown, [what]: !this.shown[what] };
    this.draw();
    if (what === 'toGo' && this.shown.toGo && this.report)
      announce(t.train.toGo(worth(this.report)));
  }

  // Drawing

  private draw(): void {
    const { lesson } = this;
    const fen = lesson && fenAt(lesson.line);
    const placement = (fen && readPlacement(fen)) || emptyBoard();
    const last = lesson?.line.plies.at(-1)?.uci;
    const mayMove = lesson && isTraineesTurn(lesson) && !this.ended;
    this.board.show({
      placement,
      turn: fen ? turnOf(fen) : 'white',
      orientation: this.side,
      lastMove: last ? [last.slice(0, 2), last.slice(2, 4)] : [],
      check: fen && kingInCheck(fen),
      destinations: destinations(mayMove ? (this.report?.moves.map((move) => move.uci) ?? []) : []),
    });
    render(
      html`
        <h1 class="unseen">${t.routes.train}</h1>
        <section class="board-side" aria-label=${t.board.region}>
          ${this.board.element} ${lesson ? this.controls() : nothing}
          ${boardAsText(placement, fen ? turnOf(fen) : undefined)}
        </section>
        <section class="panel" aria-label=${t.train.panel}>
          ${this.status()} ${this.score()} ${this.chooser()}
        </section>
      `,
      this.element,
    );
  }

  private controls(): TemplateResult {
    const begun = (this.lesson?.line.plies.length ?? 0) > 0;
    const mayAsk = !this.ended && this.lesson && isTraineesTurn(this.lesson);
    return html`
      <div class="controls" role="group" aria-label=${t.train.help}>
        <button ?disabled=${!begun} @click=${() => this.takeBack()} title=${t.train.backTitle}>
          ${t.train.back}
        </button>
        <button
          aria-pressed=${this.shown.hints}
          ?disabled=${!mayAsk}
          title=${t.train.hintsTitle}
          @click=${() => this.reveal('hints')}
        >
          ${t.train.hints}
        </button>
        <button
          aria-pressed=${this.shown.toGo}
          title=${t.train.toGoTitle}
          @click=${() => this.reveal('toGo')}
        >
          ${t.train.toGoButton}
        </button>
        <span class="spring"></span>
        <button class="main" title=${t.train.newTitle} @click=${() => void this.start()}>
          ${t.train.another}
        </button>
      </div>
      <form class="row typed" @submit=${(event: Event) => this.typedMove(event)}>
        <label for="move">${t.explore.typeMove}</label>
        <input
          id="move"
          name="move"
          size="8"
          autocomplete="off"
          spellcheck="false"
          ?disabled=${!mayAsk}
          aria-describedby="move-error"
        />
        <button ?disabled=${!mayAsk}>${t.explore.play}</button>
        <button type="button" class="quiet" @click=${() => void copy(location.href, t.page.link)}>
          ${t.page.copyLink}
        </button>
      </form>
      <p id="move-error" class="complaint" role="alert">${this.moveError ?? ''}</p>
      <p class="keys">${t.train.keys}</p>
    `;
  }

  private typedMove(event: Event): void {
    event.preventDefault();
    const { lesson } = this;
    if (!lesson) return;
    const form = event.target as HTMLFormElement;
    const text = (form.elements.namedItem('move') as HTMLInputElement).value;
    const uci = typedMove(fenAt(lesson.line), text);
    if (uci) {
      form.reset();
      this.playMove(uci);
    } else {
      this.moveError = t.explore.noMove(text);
      this.draw();
    }
  }

  private status(): TemplateResult {
    const { lesson, report, ended, thrownAway } = this;
    if (this.building) return buildProgress(this.building, this.choice.ending);
    if (this.error) return html`<p class="complaint" role="alert">${this.error}</p>`;
    if (!lesson) {
      return html`<h2 class="verdict">${t.train.welcome}</h2>
        <p>${t.train.welcomeText}</p>`;
    }
    if (ended) return this.endedStatus(ended);
    if (thrownAway) return this.thrownStatus(thrownAway);
    const start = this.reports.get(lesson.line.start);
    const task = start && worth(start).result;
    return html`
      <h2 class="verdict">${task && task !== 'unknown' ? t.train.task[task] : t.verdict.asking}</h2>
      <p>
        ${isTraineesTurn(lesson) ? t.train.yourMove(lesson.side) : t.train.thinking}
        ${this.shown.toGo && report ? html`<strong>${t.train.toGo(worth(report))}</strong>` : nothing}
      </p>
      ${this.lastMoveStatus()} ${this.hints()}
    `;
  }

  private endedStatus(ended: NonNullable<typeof this.ended>): TemplateResult {
    const { lesson } = this;
    if (!lesson) return html``;
    const start = this.reports.get(lesson.line.start);
    const best = start && worth(start).plies;
    const made = lesson.line.plies.length;
    // a win that ended in stalemate was thrown away by the last move
    const last = [lastJudgement(lesson, this.reports)].find((found) => found?.mistake);
    const compare =
      best !== undefined && (ended === 'mate' || ended === 'mated')
        ? t.train.compared(movesOf(made), movesOf(best))
        : '';
    return html`
      <h2 class="verdict ${ended === 'mate' ? 'win' : ended === 'mated' ? 'loss' : 'draw'}">
        ${t.train.ended[ended]}
      </h2>
      ${compare ? html`<p>${compare}</p>` : nothing} ${last ? html`<p>${t.train.thrown(last)}</p>` : nothing}
      ${last ? this.better(last) : nothing}
    `;
  }

  private thrownStatus(found: Judgement): TemplateResult {
    return html`
      <h2 class="verdict loss" role="alert">${t.train.gameOver}</h2>
      <p>${t.train.thrown(found)}</p>
      <div class="row">
        <button class="main" @click=${() => this.takeBack()}>${t.train.back}</button>
        <button
          @click=${() => {
            this.playOn = true;
            void this.goOn();
          }}
        >
          ${t.train.playOn}
        </button>
      </div>
      ${this.better(found)}
    `;
  }

  /** How good the trainee's last move was, after the program's answer. */
  private lastMoveStatus(): TemplateResult | typeof nothing {
    const last = this.lesson && judgements(this.lesson, this.reports).at(-1);
    if (!last) return nothing;
    if (!last.mistake && last.lost === 0) {
      return html`<p class="good">${t.train.exact(last.move.san)}</p>`;
    }
    return html`
      <p class="inexact">
        ${t.train.inexact(last)}
        <button
          class="quiet"
          aria-expanded=${this.shown.why}
          @click=${() => this.reveal('why')}
        >
          ${t.train.why}
        </button>
      </p>
      ${this.shown.why ? this.better(last) : nothing}
    `;
  }

  /** The better moves, and what each costs against the best. */
  private better(found: Judgement): TemplateResult {
    const before = this.reports.get(this.fenBefore(found));
    const moves = before?.moves ?? found.best;
    const at = moves.findIndex((move) => move.uci === found.move.uci);
    const better = moves.slice(0, Math.min(HINTS, Math.max(1, at)));
    return html`
      <table class="better">
        <caption>${t.train.betterMoves}</caption>
        <thead>
          <tr><th scope="col">${t.train.move}</th><th scope="col">${t.train.value}</th>
            <th scope="col">${t.train.cost}</th></tr>
        </thead>
        <tbody>
          ${[...better, found.move].map((move) => {
            const value = worthOfMove(move);
            const lost = movesOf(value.plies ?? 0) - movesOf(found.before.plies ?? 0);
            return html`<tr class=${move === found.move ? 'played' : ''}>
              <td>${move.san}</td>
              <td class="value ${value.result}">${sign(value)}</td>
              <td>${t.train.costs(found.before.result, value.result, Math.abs(lost))}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    `;
  }

  /** The position in which a judged move was made. */
  private fenBefore({ move }: Judgement): string {
    const { line } = this.lesson as Lesson;
    const nth = line.plies.findLastIndex((ply) => ply.uci === move.uci);
    return nth <= 0 ? line.start : (line.plies[nth - 1]?.fen ?? line.start);
  }

  private hints(): TemplateResult | typeof nothing {
    const { report } = this;
    if (!this.shown.hints || !report) return nothing;
    const best = shownMoves(report.moves.slice(0, HINTS));
    return html`
      <h3>${t.train.bestMoves}</h3>
      ${moveList(
        best,
        (uci) => this.playMove(uci),
        (move) => this.board.arrows(move ? [move.arrow] : []),
      )}
    `;
  }

  private score(): TemplateResult | typeof nothing {
    const { lesson } = this;
    if (!lesson) return nothing;
    const found = judgements(lesson, this.reports);
    const { plies } = lesson.line;
    return html`
      <dl class="score">
        <div><dt>${t.train.played}</dt><dd>${found.length}</dd></div>
        <div><dt>${t.train.lost}</dt><dd id="moves-lost">${movesLost(found)}</dd></div>
        <div>
          <dt>${t.train.mistakes}</dt>
          <dd>${found.filter(({ mistake }) => mistake).length}</dd>
        </div>
        ${
          this.session.finished > 0
            ? html`<div>
                <dt>${t.train.session}</dt>
                <dd>${t.train.sessionText(this.session.finished, this.session.lost)}</dd>
              </div>`
            : nothing
        }
      </dl>
      ${
        plies.length > 0
          ? html`<ol class="line">
              ${plies.map(
                (ply, nth) => html`<li>
                  ${
                    moveNumber(lesson.line, nth).endsWith('...') && nth > 0
                      ? nothing
                      : html`<span class="number">${moveNumber(lesson.line, nth)}</span>`
                  }
                  <span class="ply">${ply.san}</span>
                </li>`,
              )}
            </ol>`
          : nothing
      }
    `;
  }

  private chooser(): TemplateResult {
    const submit = (event: Event) => {
      event.preventDefault();
      void this.start();
    };
    const choose = (change: Partial<Choice>) => {
      this.choice = { ...this.choice, ...change };
      this.draw();
    };
    return html`
      <form class="chooser" @submit=${submit}>
        <h3>${t.train.choose}</h3>
        <div class="endings" role="group" aria-label=${t.train.ending}>
          ${Object.entries(t.train.endings).map(
            ([ending, name]) => html`<button
              type="button"
              class="chip"
              title=${name}
              aria-pressed=${this.choice.ending === ending}
              @click=${() => choose({ ending })}
            >
              ${ending}
            </button>`,
          )}
          <label class="other"
            >${t.train.other}
            <input
              name="ending"
              size="8"
              autocomplete="off"
              spellcheck="false"
              .value=${this.choice.ending}
              @change=${(event: Event) =>
                choose({ ending: (event.target as HTMLInputElement).value.toUpperCase() })}
          /></label>
        </div>
        ${choice('side', t.train.side, t.colours, SIDES, this.choice.side, (side) =>
          choose({ side }),
        )}
        ${choice('level', t.train.level, t.train.levels, LEVELS, this.choice.level, (level) =>
          choose({ level }),
        )}
        ${choice('goal', t.train.goal, t.train.goals, GOALS, this.choice.goal, (goal) =>
          choose({ goal }),
        )}
        <button class=${this.lesson ? '' : 'main'}>${t.train.begin}</button>
      </form>
    `;
  }
}
