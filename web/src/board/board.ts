// The board: chessgroundx, told in our words.

import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api';
import type { Config } from 'chessgroundx/config';
import type { DrawShape } from 'chessgroundx/draw';
import type * as cg from 'chessgroundx/types';
import { key2pos, pos2key } from 'chessgroundx/util';
import { t } from '../strings';
import { figureClass, manOfClass } from './figures';
import { emptyBoard, type Man, type Placement, squareAt, squareName } from './placement';
import { inWords } from './words';

export type Side = 'white' | 'black';
/** What an arrow stands for. */
export type Brush = 'win' | 'draw' | 'loss' | 'plain';

export interface Arrow {
  from: string;
  to: string;
  brush: Brush;
}

/** What a board shows and lets its user do. */
export interface View {
  placement: Placement;
  turn?: Side;
  orientation?: Side;
  lastMove?: readonly string[];
  check?: string | undefined;
  /** The squares to which the man on a square may go; nobody moves without it. */
  destinations?: ReadonlyMap<string, readonly string[]>;
  /** Men may be put anywhere, taken off and brought in. */
  editable?: boolean;
  /** Touching a square does not take up the man on it. */
  frozen?: boolean;
}

export interface Listener {
  moved?(from: string, to: string): void;
  edited?(placement: Placement): void;
  /** A square was touched. */
  touched?(square: string): void;
}

const keyOf = (square: string): cg.Key => pos2key(squareAt(square));
const nameOf = (key: cg.Key): string => squareName(...key2pos(key));

/** chessgroundx knows two colours: a neutral man is white there, and told by its role. */
const pieceOf = (man: Man): cg.Piece => ({
  role: figureClass(man) as cg.Role,
  color: man.colour === 'black' ? 'black' : 'white',
});

const BRUSHES: Record<Brush, string> = {
  win: '#2f7d4f',
  draw: '#6b6f76',
  loss: '#b3452f',
  plain: '#3a6ea5',
};

export class Board {
  readonly element = document.createElement('div');
  private readonly frame = document.createElement('div');
  private ground: Api | undefined;
  private view: View = { placement: emptyBoard() };

  constructor(private readonly listener: Listener = {}) {
    this.element.className = 'board';
    this.element.append(this.frame);
    this.frame.setAttribute('role', 'img');
  }

  show(view: View): void {
    const before = this.view;
    this.view = view;
    const { files, ranks } = view.placement;
    this.frame.setAttribute('aria-label', t.board.label(inWords(view.placement)));
    const sameBoard = before.placement.files === files && before.placement.ranks === ranks;
    if (!this.ground || !sameBoard || before.editable !== view.editable) this.build();
    const ground = this.ground;
    if (!ground) return;
    const squares = new Map<cg.Key, cg.Piece | undefined>();
    for (const key of ground.state.boardState.pieces.keys()) {
      // a man that is being dragged from a tray stands there
      if (key !== 'a0') squares.set(key, undefined);
    }
    for (const [square, man] of view.placement.men) squares.set(keyOf(square), pieceOf(man));
    ground.setPieces(squares);
    ground.set(this.config());
    ground.unselect();
    ground.setAutoShapes([]);
    this.element.classList.toggle('from-black', view.orientation === 'black');
  }

  arrows(arrows: readonly Arrow[]): void {
    const shapes: DrawShape[] = arrows.map(({ from, to, brush }) => ({
      orig: keyOf(from),
      dest: keyOf(to),
      brush,
    }));
    this.ground?.setAutoShapes(shapes);
  }

  /** A man from a tray follows the pointer. */
  drag(man: Man, event: MouseEvent | TouchEvent): void {
    if (!this.ground) return;
    this.ground.state.movable.color = 'both';
    this.ground.dragNewPiece(pieceOf(man), false, event, true);
  }

  destroy(): void {
    this.ground?.destroy();
    this.ground = undefined;
  }

  private build(): void {
    this.ground?.destroy();
    const { files, ranks } = this.view.placement;
    this.element.style.setProperty('--files', String(files));
    this.element.style.setProperty('--ranks', String(ranks));
    this.frame.replaceChildren();
    const brush = (key: Brush) => ({ key, color: BRUSHES[key], opacity: 0.85, lineWidth: 9 });
    const brushes = {
      win: brush('win'),
      draw: brush('draw'),
      loss: brush('loss'),
      plain: brush('plain'),
    };
    this.ground = Chessground(this.frame, {
      ...this.config(),
      fen: Array(ranks).fill(files).join('/'),
      dimensions: { width: files, height: ranks },
      disableContextMenu: false,
      autoCastle: false,
      premovable: { enabled: false },
      drawable: { enabled: false, visible: true, brushes: brushes as never },
      animation: {
        enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches,
        duration: 180,
      },
      events: {
        select: (key) => this.listener.touched?.(nameOf(key)),
        change: () => this.report(),
      },
    });
  }

  private config(): Config {
    const { turn = 'white', orientation = 'white', lastMove, check, destinations } = this.view;
    const editable = this.view.editable ?? false;
    const dests: cg.Dests = new Map();
    for (const [from, to] of destinations ?? []) dests.set(keyOf(from), to.map(keyOf));
    return {
      orientation,
      turnColor: turn,
      lastMove: lastMove?.map(keyOf) ?? [],
      check: check ? [keyOf(check)] : false,
      movable: {
        free: editable,
        color: (editable ? (this.view.frozen ? undefined : 'both') : turn) as cg.Color,
        dests,
        showDests: true,
        events: { after: (from, to) => this.moved(nameOf(from), nameOf(to)) },
      },
      // else a finger's touch would be followed by a click, and what it put would be taken off again
      blockTouchScroll: this.view.frozen ?? false,
      draggable: { enabled: true, deleteOnDropOff: editable, showGhost: true },
    };
  }

  private moved(from: string, to: string): void {
    if (!this.view.editable) this.listener.moved?.(from, to);
  }

  /** Tells what stands on the board after its user has changed it. */
  private report(): void {
    const { ground, view } = this;
    if (!ground || !view.editable) return;
    const men = new Map<string, Man>();
    for (const [key, piece] of ground.state.boardState.pieces) {
      const man = manOfClass(piece.role);
      if (man && key !== 'a0') men.set(nameOf(key), man);
    }
    this.listener.edited?.({ ...view.placement, men });
  }
}
