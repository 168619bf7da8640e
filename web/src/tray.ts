// A tray of men from which a board is set up: drag one, or pick it and touch squares.

import { html, type TemplateResult } from 'lit-html';
import type { Board } from './board/board';
import { figureClass } from './board/figures';
import type { Man, Placement } from './board/placement';
import { t } from './strings';

/** What touching a square does. */
export type Tool = Man | 'rubber' | undefined;

const same = (one: Tool, other: Tool): boolean =>
  typeof one === 'object' && typeof other === 'object'
    ? figureClass(one) === figureClass(other)
    : one === other;

/** A man of the tray. */
export function trayMan(
  man: Man,
  name: string,
  tool: Tool,
  board: Board,
  pick: (tool: Tool) => void,
): TemplateResult {
  const held = same(tool, man);
  const drag = (event: MouseEvent | TouchEvent) => {
    if (event instanceof MouseEvent && event.button !== 0) return;
    board.drag(man, event);
  };
  const toggle = () => pick(held ? undefined : man);
  // a finger that ends where it began has picked the man, not dragged it
  const lift = (event: TouchEvent) => {
    event.preventDefault();
    const touch = event.changedTouches[0];
    const at = touch && document.elementFromPoint(touch.clientX, touch.clientY);
    if (at === event.currentTarget) toggle();
  };
  return html`<button
    type="button"
    class="man ${figureClass(man)}"
    aria-pressed=${held}
    aria-label=${name}
    title=${name}
    @mousedown=${drag}
    @touchstart=${drag}
    @touchend=${lift}
    @click=${toggle}
  ></button>`;
}

export function rubber(tool: Tool, pick: (tool: Tool) => void): TemplateResult {
  const held = tool === 'rubber';
  return html`<button
    type="button"
    class="rubber"
    aria-pressed=${held}
    @click=${() => pick(held ? undefined : 'rubber')}
  >
    ${t.board.rubber}
  </button>`;
}

/** The placement after a square was touched with a tool; touching a man with its like takes it off. */
export function touch(placement: Placement, square: string, tool: Tool): Placement {
  const men = new Map(placement.men);
  if (tool === 'rubber' || same(men.get(square), tool)) men.delete(square);
  else if (tool) men.set(square, tool);
  return { ...placement, men };
}
