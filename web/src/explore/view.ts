// Explore: any position with few men, every move with its value.

import { html, nothing, render, type TemplateResult } from 'lit-html';
import { setAddress } from '../address';
import { Board, type Side } from '../board/board';
import {
  emptyBoard,
  type Man,
  man,
  materialOf,
  orthodoxField,
  type Placement,
  readPlacement,
} from '../board/placement';
import { type BuildState, BuildWatch } from '../builds';
import {
  cleanFen,
  destinations,
  fenAt,
  goTo,
  kingInCheck,
  type Line,
  play,
  restore,
  startLine,
  turnOf,
  typedMove,
} from '../game';
import { moveList, type Shown, shownMoves } from '../moves';
import { choosePromotion } from '../promotion';
import * as server from '../server';
import { t } from '../strings';
import { rubber, type Tool, touch, trayMan } from '../tray';
import { isComplete, judge, type Report, sign, type Worth, worth } from '../values';
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
import { EndingPanel } from './ending';

/** Queen against rook, the ending of the first trainers; its longest win. */
const FIRST = '8/8/8/8/2r5/8/2k5/K6Q w - - 0 1';
const KINDS = ['K', 'Q', 'R', 'B', 'S', 'P'] as const;

/** A position that is being set up. */
interface Draft {
  placement: Placement;
  turn: Side;
  castling: string;
  tool: Tool;
}

export class ExploreView implements View {
  readonly element = document.createElement('div');
  private readonly board = new Board({
    moved: (from, to) => void this.moved(from, to),
    edited: (placement) => this.edit({ placement }),
    touched: (square) => this.touched(square),
  });
  private readonly builds = new BuildWatch({
    changed: (state) => {
      this.building = state;
      this.draw();
    },
    ready: () => this.askAgain(),
  });
  private readonly ending = new EndingPanel(
    (fen) => this.setUp(fen),
    () => this.draw(),
  );
  private readonly reports = new Map<string, Report>();
  /** Reports that a new table may complete; they are shown until the next answer. */
  private readonly outdated = new Set<string>();
  private line: Line = startLine(FIRST) as Line;
  private orientation: Side = 'white';
  private draft: Draft | undefined;
  /** What is wrong with the FEN that was typed, or with the answer to it. */
  private error: string | undefined;
  private typed: string | undefined;
  private moveError: string | undefined;
  private building: BuildState = { waiting: [] };
  private autoBuild = 0;
  private asking: AbortController | undefined;

  constructor() {
    this.element.className = 'desk explore';
    server
      .tables()
      .then(({ auto_build }) => {
        this.autoBuild = auto_build;
        if (this.report) this.told(this.report);
        this.draw();
      })
      .catch(() => undefined);
  }

  open(parameters: ReadonlyMap<string, string>): void {
    const fen = parameters.get('fen');
    const moves = parameters.get('moves')?.split(',') ?? [];
    const at = parameters.has('at') ? Number(parameters.get('at')) : undefined;
    this.orientation = parameters.get('from') === 'black' ? 'black' : 'white';
    this.draft = undefined;
    const line = fen === undefined ? startLine(FIRST) : restore(fen, moves, at);
    if (line) {
      this.line = line;
      this.typed = undefined;
      this.error = undefined;
      void this.ask();
    } else if (fen !== undefined) {
      // what was shown before stays, with what is wrong with the new one
      void this.setUp(fen).then(() => this.ask());
    }
    this.draw();
  }

  close(): void {
    this.builds.close();
    this.asking?.abort();
    this.ending.close();
    this.board.destroy();
  }

  key(key: string): boolean {
    if (this.draft) return false;
    switch (key) {
      case ' ':
        this.playBest();
        return true;
      case 'ArrowLeft':
        this.walk(this.line.at - 1);
        return true;
      case 'ArrowRight':
        this.walk(this.line.at + 1);
        return true;
      case 'Home':
        this.walk(0);
        return true;
      case 'End':
        this.walk(this.line.plies.length);
        return true;
      case 'f':
        this.flip();
        return true;
      default:
        return false;
    }
  }

  private get fen(): string {
    return fenAt(this.line);
  }

  private get report(): Report | undefined {
    return this.reports.get(this.fen);
  }

  /** Asks for the position shown, then for those before it, whose moves the list values. */
  private async ask(): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const before = [this.line.start, ...this.line.plies.map((ply) => ply.fen)];
    for (const fen of [this.fen, ...before]) {
      if (this.reports.has(fen) && !this.outdated.has(fen)) continue;
      try {
        const report = await server.report(fen, asking.signal);
        if (asking.signal.aborted) return;
        this.outdated.delete(fen);
        this.reports.set(fen, report);
        if (fen === this.fen) this.told(report);
      } catch (error) {
        if (asking.signal.aborted) return;
        if (fen === this.fen) this.error = complaint(error);
        this.draw();
        return;
      }
      this.draw();
    }
  }

  private told(report: Report): void {
    const move = this.line.plies[this.line.at - 1]?.san ?? '';
    announce(`${move} ${this.headline(report, worth(report))}`);
    const placement = readPlacement(this.fen);
    const men = placement?.men.size ?? 0;
    if (!isComplete(report) && men <= this.autoBuild) this.builds.open();
    else this.builds.close();
    if (placement) this.ending.about(materialOf(placement), report.category !== 'unknown');
  }

  /** A table is there that was not. */
  private askAgain(): void {
    for (const [fen, report] of this.reports) {
      if (!isComplete(report)) this.outdated.add(fen);
    }
    void this.ask();
  }

  private save(step: 'new' | 'same' = 'same'): void {
    const { start, plies, at } = this.line;
    setAddress(
      'explore',
      {
        fen: start,
        moves: plies.map((ply) => ply.uci).join(','),
        at: at === plies.length ? undefined : String(at),
        from: this.orientation === 'black' ? 'black' : undefined,
      },
      step,
    );
  }

  /** Shows another position, if the server finds it legal. */
  private async setUp(text: string): Promise<void> {
    const fen = cleanFen(text);
    this.typed = fen;
    try {
      const report = await server.report(fen);
      const line = startLine(fen);
      if (!line) {
        this.error = t.explore.noPosition;
      } else {
        this.error = undefined;
        this.typed = undefined;
        this.draft = undefined;
        this.line = line;
        this.reports.set(line.start, report);
        this.told(report);
        this.save('new');
      }
    } catch (error) {
      this.error = complaint(error);
    }
    this.draw();
  }

  private walk(at: number): void {
    const line = goTo(this.line, at);
    if (line.at === this.line.at) return;
    this.show(line);
  }

  private show(line: Line): void {
    this.line = line;
    this.error = undefined;
    this.moveError = undefined;
    this.save();
    this.draw();
    const report = this.report;
    if (report) this.told(report);
    void this.ask();
  }

  private playMove(uci: string): void {
    const line = play(this.line, uci);
    if (line) this.show(line);
  }

  private playBest(): void {
    const best = this.report?.moves[0];
    if (best) this.playMove(best.uci);
  }

  private async moved(from: string, to: string): Promise<void> {
    const moves = (this.report?.moves ?? []).filter((move) => move.uci.startsWith(from + to));
    const uci = await choosePromotion(moves, turnOf(this.fen));
    if (uci) this.playMove(uci);
    else this.draw();
  }

  private flip(): void {
    this.orientation = this.orientation === 'white' ? 'black' : 'white';
    this.save();
    this.draw();
  }

  // Setting up

  private beginDraft(): void {
    const placement = readPlacement(this.fen) ?? emptyBoard();
    this.draft = { placement, turn: turnOf(this.fen), castling: '', tool: undefined };
    this.error = undefined;
    this.draw();
  }

  private edit(change: Partial<Draft>): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, ...change };
    this.error = undefined;
    this.draw();
  }

  private touched(square: string): void {
    const { draft } = this;
    if (draft?.tool) this.edit({ placement: touch(draft.placement, square, draft.tool) });
  }

  private draftFen({ placement, turn, castling }: Draft): string {
    return `${orthodoxField(placement)} ${turn.charAt(0)} ${castling || '-'} - 0 1`;
  }

  // Drawing

  private draw(): void {
    const placement = this.draft?.placement ?? readPlacement(this.fen);
    if (placement) this.showBoard(placement);
    render(this.draft ? this.draftPage(this.draft) : this.page(), this.element);
  }

  private showBoard(placement: Placement): void {
    if (this.draft) {
      this.board.show({
        placement,
        orientation: this.orientation,
        editable: true,
        ...(this.draft.tool ? { frozen: true } : {}),
      });
      return;
    }
    const last = this.line.plies[this.line.at - 1]?.uci;
    this.board.show({
      placement,
      turn: turnOf(this.fen),
      orientation: this.orientation,
      lastMove: last ? [last.slice(0, 2), last.slice(2, 4)] : [],
      check: kingInCheck(this.fen),
      destinations: destinations(this.report?.moves.map((move) => move.uci) ?? []),
    });
  }

  private page(): TemplateResult {
    const placement = readPlacement(this.fen) ?? emptyBoard();
    return html`
      <h1 class="unseen">${t.routes.explore}</h1>
      <section class="board-side" aria-label=${t.board.region}>
        ${this.board.element} ${this.controls()} ${this.fenForm(this.fen)}
        ${boardAsText(placement, turnOf(this.fen))}
      </section>
      <section class="panel" aria-label=${t.explore.answers}>
        ${this.verdict(placement)} ${this.moves()} ${this.played()} ${this.ending.template()}
      </section>
    `;
  }

  private controls(): TemplateResult {
    const { at, plies } = this.line;
    return html`
      <div class="controls" role="group" aria-label=${t.explore.walk}>
        <button @click=${() => this.walk(0)} ?disabled=${at === 0} aria-label=${t.explore.first}>
          ⇤
        </button>
        <button @click=${() => this.walk(at - 1)} ?disabled=${at === 0} aria-label=${t.explore.back}>
          ←
        </button>
        <button
          @click=${() => this.walk(at + 1)}
          ?disabled=${at === plies.length}
          aria-label=${t.explore.forward}
        >
          →
        </button>
        <button
          @click=${() => this.walk(plies.length)}
          ?disabled=${at === plies.length}
          aria-label=${t.explore.last}
        >
          ⇥
        </button>
        <button
          class="main"
          @click=${() => this.playBest()}
          ?disabled=${!this.report?.moves.length}
          title=${t.explore.bestTitle}
        >
          ${t.explore.best}
        </button>
        <span class="spring"></span>
        <button @click=${() => this.flip()} title=${t.explore.flipTitle}>${t.explore.flip}</button>
        <button @click=${() => this.beginDraft()}>${t.explore.setUp}</button>
      </div>
      <p class="keys">${t.explore.keys}</p>
    `;
  }

  private fenForm(fen: string): TemplateResult {
    const submit = (event: Event) => {
      event.preventDefault();
      const input = (event.target as HTMLFormElement).elements.namedItem('fen');
      void this.setUp((input as HTMLInputElement).value);
    };
    return html`
      <form class="row fen" @submit=${submit}>
        <label for="fen">${t.explore.fen}</label>
        <input
          id="fen"
          name="fen"
          spellcheck="false"
          autocomplete="off"
          .value=${this.typed ?? fen}
          aria-invalid=${this.error ? 'true' : 'false'}
          aria-describedby="fen-error"
        />
        <button>${t.explore.show}</button>
        <button type="button" class="quiet" @click=${() => void copy(location.href, t.page.link)}>
          ${t.page.copyLink}
        </button>
      </form>
      <p id="fen-error" class="complaint" role="alert">${this.error ?? ''}</p>
    `;
  }

  private headline(report: Report, { result, fifty }: Worth): string {
    const turn = turnOf(this.fen);
    if (report.checkmate) return t.verdict.mated(turn);
    if (report.stalemate) return t.verdict.stalemated(turn);
    if (report.insufficient_material) return t.verdict.noMaterial;
    if (result === 'draw') return t.verdict.drawn;
    if (result === 'unknown') return t.verdict.unknown;
    const winner = (result === 'win') === (turn === 'white') ? 'white' : 'black';
    if (fifty === 'surely') return t.verdict.cursed(winner);
    return fifty ? t.verdict.perhaps(winner) : t.verdict.wins(winner);
  }

  private verdict(placement: Placement): TemplateResult {
    const { report } = this;
    if (!report) return html`<h2 class="verdict waiting">${t.verdict.asking}</h2>`;
    const value = worth(report);
    // without pawns the last two are the same
    const metrics =
      report.dtc === report.dtz ? (['dtm', 'dtc'] as const) : (['dtm', 'dtc', 'dtz'] as const);
    const distances = metrics.flatMap((metric) => {
      const { plies, metric: known } = worth(report, [metric]);
      return known && plies ? [t.verdict.distance(metric, plies)] : [];
    });
    return html`
      <h2 class="verdict ${value.result}">${this.headline(report, value)}</h2>
      <p class="distances">
        ${distances.length > 0 ? distances.join(' · ') : t.board.toMove(turnOf(this.fen))}
      </p>
      ${this.missing(report, placement)}
    `;
  }

  /** What to do where a table is missing. */
  private missing(report: Report, placement: Placement): TemplateResult | typeof nothing {
    if (isComplete(report)) return nothing;
    const material = materialOf(placement);
    if (/[KQkq]/.test(this.fen.split(' ')[2] ?? '')) {
      return html`<p class="notice">${t.missing.castling}</p>`;
    }
    if (placement.men.size > 5) return html`<p class="notice">${t.missing.men}</p>`;
    if (placement.men.size <= this.autoBuild) return buildProgress(this.building, material);
    return html`<p class="notice">
      ${t.missing.build(material)} <code>solusrex build ${material}</code>
    </p>`;
  }

  private moves(): TemplateResult | typeof nothing {
    const { report } = this;
    if (!report || report.moves.length === 0) return nothing;
    const point = (shown: Shown | undefined) => this.board.arrows(shown ? [shown.arrow] : []);
    return html`
      <h3 id="moves">${t.explore.moves}</h3>
      ${moveList(shownMoves(report.moves), (uci) => this.playMove(uci), point)}
      <form class="row typed" @submit=${(event: Event) => this.typedMove(event)}>
        <label for="move">${t.explore.typeMove}</label>
        <input
          id="move"
          name="move"
          size="8"
          autocomplete="off"
          spellcheck="false"
          placeholder=${report.moves[0]?.san ?? ''}
          aria-describedby="move-error"
        />
        <button>${t.explore.play}</button>
      </form>
      <p id="move-error" class="complaint" role="alert">${this.moveError ?? ''}</p>
    `;
  }

  private typedMove(event: Event): void {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const text = (form.elements.namedItem('move') as HTMLInputElement).value;
    const uci = typedMove(this.fen, text);
    if (uci) {
      this.playMove(uci);
      form.reset();
    } else {
      this.moveError = t.explore.noMove(text);
      this.draw();
    }
  }

  /** The moves of the line with what each was worth. */
  private played(): TemplateResult | typeof nothing {
    const { plies, at, start } = this.line;
    if (plies.length === 0) return nothing;
    const [, startTurn, , , , startNumber = '1'] = start.split(' ');
    const blackBegins = startTurn === 'b' ? 1 : 0;
    return html`
      <h3>${t.explore.line}</h3>
      <ol class="line">
        ${plies.map((ply, nth) => {
          const before = this.reports.get(nth === 0 ? start : (plies[nth - 1]?.fen ?? start));
          const found = before && judge(before, ply.uci);
          const half = nth + blackBegins;
          const number = Number(startNumber) + Math.floor(half / 2);
          const prefix = half % 2 === 0 ? `${number}.` : nth === 0 ? `${number}…` : '';
          return html`<li>
            ${prefix ? html`<span class="number">${prefix}</span>` : nothing}
            <button
              class="ply ${found?.after.result ?? 'unknown'} ${found?.mistake ? 'mistake' : ''}"
              aria-current=${at === nth + 1 ? 'step' : 'false'}
              title=${found ? t.explore.judged(found) : ''}
              @click=${() => this.walk(nth + 1)}
            >
              ${ply.san}${found?.mistake ? '??' : ''}
              ${found ? html`<span class="value">${sign(found.after)}</span>` : nothing}
            </button>
          </li>`;
        })}
      </ol>
    `;
  }

  private draftPage(draft: Draft): TemplateResult {
    const fen = this.draftFen(draft);
    const pick = (tool: Tool) => this.edit({ tool });
    const row = (colour: 'white' | 'black') => html`
      <div class="tray" role="group" aria-label=${t.explore.tray(colour)}>
        ${KINDS.map((letters) => {
          const one: Man = man(letters, colour);
          const name = `${t.colours[colour]} ${t.kinds[letters]}`;
          return trayMan(one, name, draft.tool, this.board, pick);
        })}
      </div>
    `;
    const rights = ['K', 'Q', 'k', 'q'] as const;
    return html`
      <h1 class="unseen">${t.explore.setUp}</h1>
      <section class="board-side" aria-label=${t.board.region}>
        ${row(this.orientation === 'white' ? 'black' : 'white')} ${this.board.element}
        ${row(this.orientation)}
        ${boardAsText(draft.placement, draft.turn)}
      </section>
      <section class="panel set-up" aria-label=${t.explore.setUp}>
        <h2>${t.explore.setUp}</h2>
        <p>${t.explore.setUpHelp}</p>
        <div class="row">
          ${rubber(draft.tool, pick)}
          <button @click=${() => this.edit({ placement: emptyBoard() })}>${t.explore.clear}</button>
          <button @click=${() => this.flip()}>${t.explore.flip}</button>
        </div>
        ${choice('turn', t.explore.turn, t.colours, SIDES, draft.turn, (turn) =>
          this.edit({ turn }),
        )}
        <fieldset>
          <legend>${t.explore.castling}</legend>
          ${rights.map(
            (right) => html`<label
              ><input
                type="checkbox"
                .checked=${draft.castling.includes(right)}
                @change=${() =>
                  this.edit({
                    castling: rights
                      .filter((one) => draft.castling.includes(one) !== (one === right))
                      .join(''),
                  })}
              />${t.explore.rights[right]}</label
            >`,
          )}
        </fieldset>
        <p class="fen-preview"><code>${fen}</code></p>
        <p class="complaint" role="alert">${this.error ?? ''}</p>
        <div class="row">
          <button class="main" @click=${() => void this.setUp(fen)}>${t.explore.done}</button>
          <button
            @click=${() => {
              this.draft = undefined;
              this.error = undefined;
              this.typed = undefined;
              this.draw();
            }}
          >
            ${t.explore.cancel}
          </button>
        </div>
      </section>
    `;
  }
}
