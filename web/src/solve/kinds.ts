// The tray of the problem editor: every kind, by its figure and how that is turned.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { Board } from '../board/board';
import { type Colour, type Man, man } from '../board/placement';
import type { KindEntry } from '../server';
import { t } from '../strings';
import { rubber, type Tool, trayMan } from '../tray';

const FIGURES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn', 'equihopper'] as const;
const TURNS = [0, 45, 90, 135, 180, 225, 270, 315] as const;
const COLOURS: Colour[] = ['white', 'black', 'neutral'];

export interface KindTray {
  colour: Colour;
  turn: number;
  royal: boolean;
  tool: Tool;
  /** A kind that was looked for by its name. */
  sought: string;
}

export const CLOSED_TRAY: KindTray = {
  colour: 'white',
  turn: 0,
  royal: false,
  tool: undefined,
  sought: '',
};

/** The kind that a name or its letters mean. */
export function kindNamed(kinds: readonly KindEntry[], text: string): KindEntry | undefined {
  const wanted = text.trim().toLowerCase();
  const [letters = ''] = wanted.split(/\s/);
  return (
    kinds.find((kind) => kind.name.toLowerCase() === wanted) ??
    kinds.find((kind) => kind.letters.toLowerCase() === letters)
  );
}

export function kindTray(
  kinds: readonly KindEntry[],
  tray: KindTray,
  board: Board,
  change: (tray: KindTray) => void,
): TemplateResult {
  const pick = (tool: Tool) => change({ ...tray, tool });
  const turns = TURNS.filter((turn) =>
    kinds.some((kind) => kind.turn === turn && kind.figure !== 'disc'),
  );
  const shown = FIGURES.flatMap((figure) =>
    kinds.filter((kind) => kind.figure === figure && kind.turn === tray.turn),
  );
  const sought = kindNamed(kinds, tray.sought);
  if (sought && !shown.includes(sought)) shown.push(sought);
  const manOf = ({ letters }: KindEntry, colour = tray.colour): Man =>
    man(letters, colour, tray.royal || letters === 'K');
  const withTool = (next: KindTray): KindTray =>
    typeof tray.tool === 'object'
      ? {
          ...next,
          tool: {
            ...tray.tool,
            colour: next.colour,
            royal: next.royal || tray.tool.letters === 'K',
          },
        }
      : next;
  return html`
    <div class="kind-tray">
      <div class="row" role="group" aria-label=${t.solve.colour}>
        ${COLOURS.map(
          (colour) => html`<button
            type="button"
            class="chip"
            aria-pressed=${tray.colour === colour}
            @click=${() => change(withTool({ ...tray, colour }))}
          >
            ${t.colours[colour]}
          </button>`,
        )}
        <label class="inline"
          ><input
            type="checkbox"
            .checked=${tray.royal}
            @change=${() => change(withTool({ ...tray, royal: !tray.royal }))}
          />${t.board.royal}</label
        >
        <span class="spring"></span>
        ${rubber(tray.tool, pick)}
      </div>
      <div class="tray" role="group" aria-label=${t.solve.kinds}>
        ${shown.map((kind) =>
          trayMan(
            manOf(kind),
            `${t.colours[tray.colour]} ${kind.name} (${kind.letters})`,
            tray.tool,
            board,
            pick,
          ),
        )}
      </div>
      <div class="row turns">
        <div role="group" aria-label=${t.solve.turned}>
          ${turns.map(
            (turn) => html`<button
              type="button"
              class="chip"
              aria-pressed=${tray.turn === turn}
              aria-label=${t.solve.turnedBy(turn)}
              @click=${() => change({ ...tray, turn, sought: '' })}
            >
              ${turn}°
            </button>`,
          )}
        </div>
        <label class="inline seek"
          >${t.solve.seek}
          <input
            list="kinds"
            size="14"
            autocomplete="off"
            spellcheck="false"
            .value=${tray.sought}
            @change=${(event: Event) => {
              const { value } = event.target as HTMLInputElement;
              const kind = kindNamed(kinds, value);
              change({ ...tray, sought: value, tool: kind ? manOf(kind) : tray.tool });
            }}
          />
          <datalist id="kinds">
            ${kinds.map((kind) => html`<option value=${kind.name}>${kind.letters}</option>`)}
          </datalist>
        </label>
      </div>
      ${typeof tray.tool === 'object' ? html`<p class="small">${t.solve.touch}</p>` : nothing}
    </div>
  `;
}
