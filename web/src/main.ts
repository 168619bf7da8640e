import 'uplot/dist/uPlot.min.css';
import './style/type.css';
import './style/theme.css';
import './style/page.css';
import './style/board.css';
import './style/views.css';

import { html, render } from 'lit-html';
import { type Route, readAddress, writeAddress } from './address';
import { ExploreView } from './explore/view';
import { watchServer } from './server';
import { SolveView } from './solve/view';
import { t } from './strings';
import { nextTheme, restoreTheme, type Theme } from './theme';
import { TrainView } from './train/view';
import type { View } from './view';

const VIEWS: Record<Route, () => View> = {
  explore: () => new ExploreView(),
  train: () => new TrainView(),
  solve: () => new SolveView(),
};

let theme: Theme = restoreTheme();
let gone = false;
let current: { route: Route; view: View } | undefined;
/** Where each view was left, so that coming back finds it as it was. */
const left = new Map<Route, string>();

const main = document.createElement('main');
main.id = 'content';
main.tabIndex = -1;

function draw(): void {
  const page = document.getElementById('page');
  if (!page) return;
  const link = (route: Route) => html`
    <a
      href=${left.get(route) ?? writeAddress(route, {})}
      aria-current=${current?.route === route ? 'page' : 'false'}
      @click=${(event: MouseEvent) => follow(event, route)}
      >${t.routes[route]}</a
    >`;
  render(
    html`
      <a class="skip" href="#content" @click=${skip}>${t.page.skip}</a>
      <header class="masthead">
        <p class="name"><img src="/icon.svg" alt="" width="30" height="30" />${t.page.name}</p>
        <nav aria-label=${t.page.navigation}>
          ${link('explore')}${link('train')}${link('solve')}
        </nav>
        <button
          class="quiet theme"
          title=${t.page.themeTitle}
          @click=${() => {
            theme = nextTheme(theme);
            draw();
          }}
        >
          ${t.page.theme(theme)}
        </button>
      </header>
      <div role="alert">
        ${gone ? html`<p class="banner">${t.page.gone}</p>` : ''}
      </div>
      ${main}
      <div id="announcements" class="unseen" aria-live="polite"></div>
    `,
    page,
  );
}

function skip(event: Event): void {
  event.preventDefault();
  main.focus();
}

function follow(event: MouseEvent, route: Route): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  if (current?.route === route) return;
  remember();
  history.pushState(null, '', left.get(route) ?? writeAddress(route, {}));
  open();
}

function remember(): void {
  if (current) left.set(current.route, location.pathname + location.search + location.hash);
}

/** Shows the state that the address names. */
function open(): void {
  const address = readAddress(location);
  if (current?.route !== address.route) {
    current?.view.close();
    current = { route: address.route, view: VIEWS[address.route]() };
    main.replaceChildren(current.view.element);
    document.title = t.page.title(t.routes[address.route]);
  }
  draw();
  current.view.open(address.parameters);
}

/** Keys belong to what they are typed into; to the view otherwise. */
function isTypedElsewhere(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select')) return true;
  if (target.closest('[role=tree], dialog')) return true;
  if (target.matches('input')) return true;
  // somebody who came to a button by keyboard presses it by the space bar
  const presses = event.key === ' ' || event.key === 'Enter';
  return presses && target.matches('button, a, summary') && target.matches(':focus-visible');
}

document.addEventListener('keydown', (event) => {
  if (!isTypedElsewhere(event) && current?.view.key?.(event.key)) event.preventDefault();
});
window.addEventListener('popstate', () => {
  open();
});
watchServer((now) => {
  gone = now;
  draw();
  if (!now) current?.view.open(readAddress(location).parameters);
});
if (location.pathname === '/') history.replaceState(null, '', writeAddress('explore', {}));
open();
