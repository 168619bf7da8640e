// All of an ending: how its wins are spread over distances, its longest, its zugzwangs.

import { html, nothing, type TemplateResult } from 'lit-html';
import type uPlot from 'uplot';
import * as server from '../server';
import { t } from '../strings';
import { complaint } from '../view';
import { type Distances, distancesOf } from './distances';

type Filter = 'longest' | 'zugzwang' | 'distance';

interface Finds {
  filter: Filter;
  moves?: number;
  positions: server.Found[];
  more: boolean;
}

export class EndingPanel {
  private material = '';
  private known = false;
  private distances: Distances | undefined;
  private finds: Finds | undefined;
  private error: string | undefined;
  private busy = false;
  private asking: AbortController | undefined;
  private readonly canvas = document.createElement('div');
  private plot: uPlot | undefined;
  /** A canvas keeps its colours: it is drawn anew when the page changes from light to dark. */
  private readonly redraw = () => {
    if (this.plot) void this.drawChart();
  };
  private readonly size = new ResizeObserver(() => this.resize());
  private readonly theme = new MutationObserver(this.redraw);
  private readonly dark = matchMedia('(prefers-color-scheme: dark)');

  constructor(
    private readonly show: (fen: string) => void,
    private readonly changed: () => void,
  ) {
    this.canvas.className = 'chart';
    this.size.observe(this.canvas);
    this.dark.addEventListener('change', this.redraw);
    this.theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  /** The ending of the position shown, and whether there is a table of it. */
  about(material: string, known: boolean): void {
    if (material === this.material && known === this.known) {
      if (!this.plot) void this.drawChart();
      return;
    }
    this.asking?.abort();
    this.material = material;
    this.known = known;
    this.distances = undefined;
    this.finds = undefined;
    this.error = undefined;
    this.plot?.destroy();
    this.plot = undefined;
    if (known && material.length >= 3 && material.length <= 5) void this.count();
  }

  close(): void {
    this.asking?.abort();
    this.plot?.destroy();
    this.size.disconnect();
    this.theme.disconnect();
    this.dark.removeEventListener('change', this.redraw);
  }

  template(): TemplateResult | typeof nothing {
    if (!this.known || this.material.length < 3 || this.material.length > 5) return nothing;
    return html`
      <section class="ending" aria-labelledby="ending">
        <h3 id="ending">${t.ending.heading(this.material)}</h3>
        ${this.summary()}
        <div class="row">
          <button ?disabled=${this.busy} @click=${() => void this.find('longest')}>
            ${t.ending.longest}
          </button>
          <button ?disabled=${this.busy} @click=${() => void this.find('zugzwang')}>
            ${t.ending.zugzwangs}
          </button>
        </div>
        ${this.error ? html`<p class="complaint" role="alert">${this.error}</p>` : nothing}
        ${this.found()}
        ${
          this.distances
            ? html`<figure>
                ${this.canvas}
                <figcaption>${t.ending.caption}</figcaption>
              </figure>`
            : nothing
        }
      </section>
    `;
  }

  private summary(): TemplateResult | typeof nothing {
    const { distances } = this;
    if (!distances) return nothing;
    return html`<p class="small">
      ${t.ending.summary(distances.whiteShare, distances.longest)}
    </p>`;
  }

  private found(): TemplateResult | typeof nothing {
    const { finds } = this;
    if (!finds) return nothing;
    if (finds.positions.length === 0) {
      return html`<p class="small" role="status">${t.ending.none[finds.filter]}</p>`;
    }
    return html`
      <p class="small" role="status">
        ${t.ending.found[finds.filter](finds.positions.length, finds.more, finds.moves)}
      </p>
      <ul class="finds">
        ${finds.positions.map(
          ({ fen, result, moves }) => html`<li>
            <button class=${result} @click=${() => this.show(fen)}>
              <code>${fen.split(' ').slice(0, 2).join(' ')}</code>
              <span class="value">${t.ending.value(result, moves)}</span>
            </button>
          </li>`,
        )}
      </ul>
    `;
  }

  private async ask(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.busy = true;
    this.error = undefined;
    this.changed();
    try {
      await work(asking.signal);
    } catch (error) {
      if (!asking.signal.aborted) this.error = complaint(error);
    }
    if (asking.signal.aborted) return;
    this.busy = false;
    this.changed();
  }

  private count(): Promise<void> {
    return this.ask(async (signal) => {
      this.distances = distancesOf(await server.stats(this.material, signal));
      await this.drawChart();
    });
  }

  private find(filter: Filter, moves?: number): Promise<void> {
    return this.ask(async (signal) => {
      const parameters =
        filter === 'distance'
          ? { distance: moves, side: 'white', limit: 8 }
          : { filter, limit: 12 };
      const { positions, more } = await server.mine(this.material, parameters, signal);
      this.finds = { filter, positions, more, ...(moves === undefined ? {} : { moves }) };
    });
  }

  private async drawChart(): Promise<void> {
    const { distances } = this;
    if (!distances || distances.moves.length === 0) return;
    // with the server gone there is no chart yet: it is drawn when the ending is shown again
    const Plot = await import('uplot').then(
      (module) => module.default,
      () => undefined,
    );
    if (!Plot) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    // canvases know no light-dark(): a probe tells which colour holds
    const probe = document.createElement('span');
    document.body.append(probe);
    const resolved = (name: string) => {
      probe.style.color = colour(name);
      return getComputedStyle(probe).color;
    };
    const [ink, faint, win, loss] = ['--faded', '--rule', '--win', '--plain'].map(resolved);
    probe.remove();
    const bars = (align: 1 | -1) =>
      Plot.paths.bars?.({ size: [0.42], align }) as uPlot.Series.PathBuilder;
    const font = `12px ${getComputedStyle(document.body).fontFamily}`;
    const axis = {
      stroke: ink as string,
      font,
      grid: { stroke: faint as string, width: 1 },
      ticks: { show: false },
    };
    // nothing is pointed at: the legend has names only
    const counted = (_: uPlot, count: number | null) => count?.toLocaleString('en') ?? '';
    this.plot?.destroy();
    // what is not drawn yet is no image
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute(
      'aria-label',
      t.ending.chart(distances.moves.length, distances.longest),
    );
    this.plot = new Plot(
      {
        width: this.canvas.clientWidth || 320,
        height: 170,
        legend: { show: true },
        cursor: { drag: { x: false, y: false }, points: { show: false } },
        scales: { x: { time: false, range: [0.4, distances.moves.length + 0.6] } },
        axes: [
          { ...axis, grid: { show: false } },
          { ...axis, size: 54, values: (_, ticks) => ticks.map(t.ending.count) },
        ],
        series: [
          { label: t.ending.moves, value: (_, moves) => moves ?? '' },
          {
            label: t.ending.whiteWins,
            value: counted,
            fill: win as string,
            stroke: win as string,
            width: 0,
            paths: bars(-1),
            points: { show: false },
          },
          {
            label: t.ending.blackLoses,
            value: counted,
            fill: loss as string,
            stroke: loss as string,
            width: 0,
            paths: bars(1),
            points: { show: false },
          },
        ],
      },
      [distances.moves, distances.whiteToMove, distances.blackToMove],
      this.canvas,
    );
    this.plot.over.addEventListener('click', () => {
      const index = this.plot?.cursor.idx;
      const moves = index == null ? undefined : distances.moves[index];
      if (moves !== undefined) void this.find('distance', moves);
    });
  }

  private resize(): void {
    if (this.plot && this.canvas.clientWidth > 0 && this.plot.width !== this.canvas.clientWidth) {
      this.plot.setSize({ width: this.canvas.clientWidth, height: 170 });
    } else if (!this.plot && this.distances) {
      void this.drawChart();
    }
  }
}
