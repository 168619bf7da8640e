// Solve: a problem editor, its text beside it, and solutions that play on the board.

import { html, nothing, render, type TemplateResult } from 'lit-html';
import { setAddress } from '../address';
import { Board } from '../board/board';
import { LARGEST_SIDE, type Placement, readPlacement } from '../board/placement';
import * as server from '../server';
import { t } from '../strings';
import { touch } from '../tray';
import { announce, boardAsText, complaint, copy, type View } from '../view';
import { EXAMPLES } from './examples';
import { CLOSED_TRAY, type KindTray, kindTray } from './kinds';
import { type Draft, differences, draftOf, EMPTY, fieldsOf, onlyAsText, resized } from './problem';
import { Findings, inOrder, parentOf, type Section, type Step, sectionsOf } from './steps';

const SIDES = Array.from({ length: LARGEST_SIDE }, (_, nth) => nth + 1);
/** Rows that are drawn at once: a helpmate may have thousands of solutions. */
const FIRST_ROWS = 300;
const TOPOLOGIES = ['plane', 'vertical-cylinder', 'horizontal-cylinder', 'torus'] as const;

/** A search, under way or done. */
interface Search {
  state: 'running' | 'done' | 'cancelled' | 'failed';
  progress?: { done: number; of: number } | undefined;
  sections: Section[];
  /** One for each problem and twin. */
  verdicts: string[];
  limit?: string | undefined;
  text: string;
}

export class SolveView implements View {
  readonly element = document.createElement('div');
  private readonly board = new Board({
    edited: (placement) => this.edit({ placement }),
    touched: (square) => this.touched(square),
  });
  private draft: Draft = EMPTY;
  private text = EXAMPLES[0]?.text ?? '';
  private onlyText: ReturnType<typeof onlyAsText>;
  private error: server.Refusal | undefined;
  /** Counts changes of text and fields: answers to older ones are dropped. */
  private change = 0;
  /** The text has been changed and not been read yet, or cannot be: the fields would undo the change. */
  private textAhead = true;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private kinds: server.KindEntry[] = [];
  private words: server.Words | undefined;
  private tray: KindTray = CLOSED_TRAY;
  private search: Search | undefined;
  private searching: AbortController | undefined;
  private step: Step | undefined;
  private folded = new Set<string>();
  private trouble: string | undefined;
  private frame: number | undefined;
  /** The sections of which all rows are shown, however many. */
  private unrolled = new Set<Section>();

  constructor() {
    this.element.className = 'desk solve';
    void this.learn();
  }

  open(parameters: ReadonlyMap<string, string>): void {
    const text = parameters.get('text');
    const run = parameters.has('run');
    const at = parameters.get('at');
    if (text !== undefined && text !== this.text) {
      this.stop();
      this.search = undefined;
      this.step = undefined;
      this.text = text;
    }
    this.textAhead = true;
    this.draw();
    void this.readText().then(() => {
      if (run && !this.search && !this.error) void this.solve(at);
    });
  }

  close(): void {
    clearTimeout(this.waiting);
    this.stop();
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.board.destroy();
  }

  key(key: string): boolean {
    const steps = inOrder(this.search?.sections ?? []);
    if (steps.length === 0) return false;
    const at = this.step ? steps.findIndex((step) => step.id === this.step?.id) : -1;
    switch (key) {
      case 'ArrowRight':
        this.show(steps[Math.min(at + 1, steps.length - 1)]);
        return true;
      case 'ArrowLeft':
        this.show(at > 0 ? steps[at - 1] : undefined);
        return true;
      case 'Home':
      case 'Escape':
        this.show(undefined);
        return true;
      default:
        return false;
    }
  }

  private async learn(): Promise<void> {
    try {
      [this.kinds, this.words] = await Promise.all([server.pieces(), server.words()]);
    } catch (error) {
      this.trouble = complaint(error);
    }
    this.draw();
  }

  private save(): void {
    const done = this.search && this.search.state !== 'failed';
    setAddress('solve', {
      run: done ? '1' : undefined,
      at: this.step?.id,
      text: this.text,
    });
  }

  // Text and fields

  /** The text was changed: the fields follow. */
  private async readText(): Promise<void> {
    const change = ++this.change;
    await this.read(this.text, change, (problems) => {
      const [first] = problems;
      if (first) this.draft = draftOf(first);
      this.onlyText = onlyAsText(problems);
      this.textAhead = this.onlyText !== undefined;
    });
  }

  /** A field was changed: the text follows. */
  private edit(fields: Partial<Draft>): void {
    if (this.textAhead) {
      this.draw();
      return;
    }
    this.draft = { ...this.draft, ...fields };
    this.forget();
    this.draw();
    const change = ++this.change;
    void this.read(fieldsOf(this.draft), change, ([first]) => {
      if (!first) return;
      this.text = first.text;
      this.draft = { ...draftOf(first), placement: this.draft.placement };
      this.save();
    });
  }

  private async read(
    body: string | server.ProblemFields,
    change: number,
    use: (problems: server.Problem[]) => void,
  ): Promise<void> {
    try {
      const problems = await server.readProblem(body);
      if (change !== this.change) return;
      this.error = undefined;
      use(problems);
    } catch (error) {
      if (change !== this.change) return;
      if (error instanceof server.Refusal) this.error = error;
      else this.trouble = complaint(error);
    }
    this.draw();
  }

  private typed(text: string): void {
    this.text = text;
    this.textAhead = true;
    this.forget();
    this.draw();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      void this.readText().then(() => this.save());
    }, 250);
  }

  private load(text: string): void {
    this.text = text;
    this.textAhead = true;
    this.forget();
    this.tray = { ...this.tray, tool: undefined };
    void this.readText().then(() => this.save());
  }

  /** What was solved is no longer what stands there. */
  private forget(): void {
    this.stop();
    this.search = undefined;
    this.step = undefined;
    this.trouble = undefined;
  }

  private touched(square: string): void {
    const { tool } = this.tray;
    if (!tool || this.step) return;
    this.edit({ placement: touch(this.draft.placement, square, tool) });
  }

  // Solving

  private stop(): void {
    this.searching?.abort();
    this.searching = undefined;
  }

  private cancel(): void {
    this.stop();
    if (this.search?.state === 'running') this.search.state = 'cancelled';
    announce(t.solve.cancelled);
    this.save();
    this.draw();
  }

  private async solve(at?: string): Promise<void> {
    this.stop();
    const searching = new AbortController();
    this.searching = searching;
    const search: Search = { state: 'running', sections: [], verdicts: [], text: '' };
    this.search = search;
    this.step = undefined;
    this.trouble = undefined;
    this.folded.clear();
    const findings = new Findings();
    const finished: Section[] = [];
    announce(t.solve.solving);
    this.draw();
    try {
      for await (const event of server.solve(this.text, searching.signal)) {
        this.error = undefined;
        switch (event.name) {
          case 'progress':
            search.progress = event.data;
            break;
          case 'solution':
            findings.add(event.data);
            search.sections = [...finished, ...findings.sections];
            break;
          case 'result':
            finished.push(...sectionsOf(event.data.solution, event.data.problem));
            search.sections = [...finished];
            search.verdicts.push(...event.data.verdicts);
            search.text += event.data.text;
            search.limit = event.data.limit ?? search.limit;
            search.progress = undefined;
            break;
          case 'error':
            this.trouble = event.data.error;
            break;
          case 'end':
            search.state = 'done';
            break;
        }
        this.fold(search);
        this.drawSoon();
      }
      if (search.state === 'running') search.state = 'done';
    } catch (error) {
      if (searching.signal.aborted) return;
      search.state = 'failed';
      if (error instanceof server.Refusal && error.status === 400) this.error = error;
      else this.trouble = complaint(error);
    }
    announce(search.verdicts.join('. '));
    if (at) this.step = inOrder(search.sections).find((step) => step.id === at);
    this.save();
    this.draw();
  }

  /** Tries are many: they are folded until somebody wants them. */
  private fold({ sections }: Search): void {
    for (const { rows } of sections) {
      for (const { first } of rows) {
        if (first.kind === 'try' && !this.folded.has(`seen ${first.id}`)) {
          this.folded.add(first.id).add(`seen ${first.id}`);
        }
      }
    }
  }

  private show(step: Step | undefined): void {
    this.step = step;
    if (step) announce(step.text);
    this.save();
    this.draw();
    this.element.querySelector('[aria-current=step]')?.scrollIntoView({ block: 'nearest' });
  }

  // Drawing

  /** Draws once for all that comes until then. */
  private drawSoon(): void {
    if (this.frame !== undefined) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = undefined;
      this.draw();
    });
  }

  private shownPlacement(): Placement {
    return (this.step?.fen && readPlacement(this.step.fen)) || this.draft.placement;
  }

  private draw(): void {
    const placement = this.shownPlacement();
    const sections = this.search?.sections ?? [];
    if (this.step) {
      const parent = parentOf(sections, this.step.id);
      const section = sections.find(({ rows }) =>
        rows.some(({ first }) => first.id === this.step?.id),
      );
      const before = readPlacement(parent?.fen ?? section?.fen ?? '') ?? this.draft.placement;
      this.board.show({ placement, lastMove: differences(before, placement) });
    } else {
      const editable = !this.textAhead;
      this.board.show({ placement, editable, frozen: this.tray.tool !== undefined });
    }
    render(this.page(placement), this.element);
  }

  private page(placement: Placement): TemplateResult {
    return html`
      <h1 class="unseen">${t.routes.solve}</h1>
      <section class="board-side" aria-label=${t.board.region}>
        ${this.board.element}
        <p class="caption">
          <span class="stip">${this.step ? this.step.text : this.draft.stip}</span>
          <span>${t.solve.count(placement)}</span>
        </p>
        ${
          this.step
            ? html`<div class="controls">
                <button @click=${() => this.show(undefined)}>${t.solve.diagram}</button>
              </div>`
            : kindTray(this.kinds, this.tray, this.board, (tray) => {
                this.tray = tray;
                this.draw();
              })
        }
        ${boardAsText(placement)}
      </section>
      <section aria-label=${t.solve.fields}>
        <fieldset class="panel fields" ?disabled=${this.textAhead}>${this.fields()}</fieldset>
      </section>
      <section class="panel output" aria-label=${t.solve.textAndSolution}>
        ${this.textArea()} ${this.solution()}
      </section>
    `;
  }

  private fields(): TemplateResult {
    const { draft } = this;
    const { files, ranks } = draft.placement;
    const size = (which: 'files' | 'ranks') => html`
      <select
        aria-label=${t.solve[which]}
        .value=${String(draft.placement[which])}
        @change=${(event: Event) => {
          const side = Number((event.target as HTMLSelectElement).value);
          const [wide, high] = which === 'files' ? [side, ranks] : [files, side];
          this.edit({ placement: resized(draft.placement, wide, high) });
        }}
      >
        ${SIDES.map(
          (side) =>
            html`<option value=${side} ?selected=${side === draft.placement[which]}>${side}</option>`,
        )}
      </select>
    `;
    return html`
      <div class="field">
        <label for="example">${t.solve.examples}</label>
        <div class="row tight">
          <select
            id="example"
            @change=${(event: Event) => {
              const select = event.target as HTMLSelectElement;
              const example = EXAMPLES[Number(select.value)];
              select.value = '';
              if (example) this.load(example.text);
            }}
          >
            <option value="">${t.solve.choose}</option>
            ${EXAMPLES.map(({ name }, nth) => html`<option value=${nth}>${name}</option>`)}
          </select>
          <button @click=${() => this.edit({ ...EMPTY, stip: draft.stip })}>${t.solve.empty}</button>
        </div>
      </div>
      <div class="field">
        <label for="stip">${t.solve.stipulation}</label>
        <input
          id="stip"
          list="stipulations"
          autocomplete="off"
          spellcheck="false"
          .value=${draft.stip}
          @change=${(event: Event) => this.edit({ stip: (event.target as HTMLInputElement).value })}
        />
        <datalist id="stipulations">${this.completions()}</datalist>
      </div>
      <div class="field">
        <span class="label">${t.solve.boardSize}</span>
        <div class="row">
          ${size('files')} × ${size('ranks')}
          <select
            aria-label=${t.solve.topology}
            .value=${draft.topology}
            @change=${(event: Event) =>
              this.edit({ topology: (event.target as HTMLSelectElement).value as server.Topology })}
          >
            ${TOPOLOGIES.map(
              (topology) =>
                html`<option value=${topology} ?selected=${topology === draft.topology}>
                  ${t.solve.topologies[topology]}
                </option>`,
            )}
          </select>
        </div>
      </div>
      ${this.list('cond', t.solve.conditions, this.words?.conditions ?? [])}
      ${this.list('options', t.solve.options, this.words?.options ?? [])} ${this.twins()}
    `;
  }

  /** Whole stipulations to choose from: the words, with lengths where they need one. */
  private completions(): TemplateResult[] {
    const digits = /\d/;
    return (this.words?.stipulations ?? []).map(({ word, meaning = '' }) => {
      const whole = digits.test(word) ? word : `${word}2`;
      return html`<option value=${whole}>${meaning}</option>`;
    });
  }

  /** Conditions or options: what holds, and a line to add another. */
  private list(
    field: 'cond' | 'options',
    label: string,
    known: readonly server.Word[],
  ): TemplateResult {
    const values = this.draft[field];
    const add = (event: Event) => {
      const input = event.target as HTMLInputElement;
      const value = input.value.trim();
      input.value = '';
      if (value) this.edit({ [field]: [...values, value] });
    };
    return html`<div class="field">
      <label for=${field}>${label}</label>
      <ul class="chips">
        ${values.map(
          (value, nth) => html`<li class="chip">
            ${value}
            <button
              class="quiet"
              aria-label=${t.solve.remove(value)}
              @click=${() => this.edit({ [field]: values.filter((_, at) => at !== nth) })}
            >
              ×
            </button>
          </li>`,
        )}
      </ul>
      <input
        id=${field}
        list="${field}-words"
        autocomplete="off"
        spellcheck="false"
        placeholder=${t.solve.add}
        @change=${add}
      />
      <datalist id="${field}-words">
        ${known
          .filter(({ playable }) => playable !== false)
          .flatMap(({ word, takes }) => [
            word,
            ...(Array.isArray(takes) ? takes.map((taken) => `${word} ${taken}`) : []),
          ])
          .map((words) => html`<option value=${words}></option>`)}
      </datalist>
    </div>`;
  }

  private twins(): TemplateResult {
    const { twins } = this.draft;
    const set = (nth: number, value: string) =>
      this.edit({ twins: twins.map((twin, at) => (at === nth ? value : twin)).filter(Boolean) });
    return html`<div class="field">
      <label for="twin">${t.solve.twins}</label>
      ${twins.map(
        (twin, nth) => html`<div class="row">
          <span>${String.fromCharCode(98 + nth)})</span>
          <input
            aria-label=${t.solve.twin(nth + 1)}
            spellcheck="false"
            .value=${twin}
            @change=${(event: Event) => set(nth, (event.target as HTMLInputElement).value)}
          />
          <button class="quiet" aria-label=${t.solve.remove(twin)} @click=${() => set(nth, '')}>
            ×
          </button>
        </div>`,
      )}
      <input
        id="twin"
        autocomplete="off"
        spellcheck="false"
        placeholder=${t.solve.addTwin}
        @change=${(event: Event) => {
          const input = event.target as HTMLInputElement;
          const value = input.value.trim();
          input.value = '';
          if (value) this.edit({ twins: [...twins, value] });
        }}
      />
    </div>`;
  }

  private textArea(): TemplateResult {
    const running = this.search?.state === 'running';
    return html`
      <label for="text" class="label">${t.solve.text}</label>
      <textarea
        id="text"
        rows="9"
        spellcheck="false"
        aria-invalid=${this.error ? 'true' : 'false'}
        aria-describedby="text-error"
        .value=${this.text}
        @input=${(event: Event) => this.typed((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <div id="text-error" class="complaint" role="alert" ?hidden=${!this.error}>
        ${
          this.error
            ? html`<p>${this.error.message}</p>
                ${this.error.snippet ? html`<pre>${this.error.snippet}</pre>` : nothing}`
            : nothing
        }
      </div>
      ${this.onlyText ? html`<p class="small">${t.solve.onlyText[this.onlyText]}</p>` : nothing}
      <div class="row actions">
        ${
          running
            ? html`<button class="main" @click=${() => this.cancel()}>${t.solve.cancel}</button>`
            : html`<button class="main" @click=${() => void this.solve()}>${t.solve.solve}</button>`
        }
        <span class="spring"></span>
        <span class="label">${t.solve.copy}</span>
        <button @click=${() => void copy(this.search?.text || this.text, t.solve.asText)}>
          ${t.solve.asText}
        </button>
        <button @click=${() => void this.copyFen()}>${t.solve.asFen}</button>
        <button @click=${() => void this.copySvg()}>${t.solve.asSvg}</button>
        <button @click=${() => void copy(location.href, t.page.link)}>${t.solve.asLink}</button>
      </div>
      ${this.trouble ? html`<p class="complaint" role="alert">${this.trouble}</p>` : nothing}
    `;
  }

  private async shownFen(): Promise<string> {
    if (this.step?.fen) return this.step.fen;
    const [problem] = await server.readProblem(this.text);
    return problem?.fen ?? '';
  }

  private async copyFen(): Promise<void> {
    try {
      await copy(await this.shownFen(), t.solve.asFen);
    } catch (error) {
      this.trouble = complaint(error);
      this.draw();
    }
  }

  private async copySvg(): Promise<void> {
    try {
      const fen = await this.shownFen();
      await copy(await server.diagram({ fen, caption: this.draft.stip }), t.solve.asSvg);
    } catch (error) {
      this.trouble = complaint(error);
      this.draw();
    }
  }

  private solution(): TemplateResult | typeof nothing {
    const { search } = this;
    if (!search || search.state === 'failed') return nothing;
    return html`
      <div class="solution">
        <h2 class="verdict" id="verdict">${this.verdict(search)}</h2>
        ${
          search.progress && search.state === 'running'
            ? html`<progress
                max=${search.progress.of}
                value=${search.progress.done}
                aria-label=${t.solve.progress}
              ></progress>`
            : nothing
        }
        ${search.limit ? html`<p class="notice">${search.limit}</p>` : nothing}
        ${search.sections.map(
          (section) => html`
            <h3>
              ${section.diagram?.fen ? this.stepButton(section.diagram) : section.heading}
            </h3>
            ${
              section.rows.length === 0
                ? html`<p class="small">${section.empty}</p>`
                : this.rows(section)
            }
          `,
        )}
      </div>
    `;
  }

  /** The rows of a section; of very many the first, until the others are asked for. */
  private rows(section: Section): TemplateResult {
    const { rows } = section;
    const shown = this.unrolled.has(section) ? rows : rows.slice(0, FIRST_ROWS);
    const unroll = () => {
      this.unrolled.add(section);
      this.draw();
    };
    return html`
      <ul class="steps">
        ${shown.map(
          ({ line, first }) => html`<li>${line ? this.row(first) : this.branch(first)}</li>`,
        )}
      </ul>
      ${
        shown.length < rows.length
          ? html`<button @click=${unroll}>${t.solve.showRest(rows.length - shown.length)}</button>`
          : nothing
      }
    `;
  }

  private verdict(search: Search): string {
    if (search.verdicts.length > 0) {
      const all = search.verdicts.join(' · ');
      // the letter of a twin stays small
      return /^[a-z]\d*\)/.test(all) ? all : all.charAt(0).toUpperCase() + all.slice(1);
    }
    if (search.state === 'running') return t.solve.solving;
    return search.state === 'cancelled' ? t.solve.cancelled : t.solve.nothing;
  }

  private stepButton(step: Step): TemplateResult {
    return html`<button
      class="step ${step.kind}"
      aria-current=${this.step?.id === step.id ? 'step' : 'false'}
      ?disabled=${!step.fen}
      @click=${() => this.show(step)}
    >
      ${step.text}</button
    >${step.note ? html`<span class="note">${step.note}</span>` : nothing}`;
  }

  /** A line of play in a row. */
  private row(first: Step): TemplateResult {
    const steps: Step[] = [];
    for (let step: Step | undefined = first; step; step = step.next[0]) steps.push(step);
    return html`${steps.map((step) => this.stepButton(step))}`;
  }

  /** A move and what may follow it; an only answer that ends the play stands beside it. */
  private branch(step: Step): TemplateResult {
    const [only] = step.next;
    if (step.kind === 'move' && step.next.length === 1 && only?.next.length === 0) {
      return html`${this.stepButton(step)} ${this.stepButton(only)}`;
    }
    const isFolded = this.folded.has(step.id);
    const fold = () => {
      if (isFolded) this.folded.delete(step.id);
      else this.folded.add(step.id);
      this.draw();
    };
    return html`
      ${
        step.next.length > 0 && (step.kind === 'key' || step.kind === 'try')
          ? html`<button
              class="fold"
              aria-expanded=${!isFolded}
              aria-label=${t.solve.fold(step.text)}
              @click=${fold}
            >
              ${isFolded ? '▸' : '▾'}
            </button>`
          : nothing
      }
      ${this.stepButton(step)}
      ${
        step.next.length > 0 && !isFolded
          ? html`<ul>
              ${step.next.map((next) => html`<li>${this.branch(next)}</li>`)}
            </ul>`
          : nothing
      }
    `;
  }
}
