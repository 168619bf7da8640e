// Tables that the server is building, for views that wait for one.

export interface BuildState {
  ending?: string;
  /** How much is done; undefined where that cannot be told. */
  fraction?: number | undefined;
  /** Half-moves from the end that have been reached. */
  level?: number | undefined;
  waiting: string[];
  error?: string;
}

export interface BuildListener {
  changed(state: BuildState): void;
  /** A table, or the last one, is done: ask again. */
  ready(): void;
}

/** Listens to the builds until it is closed. */
export class BuildWatch {
  private source: EventSource | undefined;
  private state: BuildState = { waiting: [] };

  constructor(private readonly listener: BuildListener) {}

  open(): void {
    if (this.source) return;
    const source = new EventSource('/api/v1/builds');
    this.source = source;
    const on = (name: string, heard: (data: Record<string, unknown>) => void) =>
      source.addEventListener(name, (event) => heard(JSON.parse((event as MessageEvent).data)));
    on('state', ({ building, waiting }) => {
      const ending = (building as { ending?: string } | null)?.ending;
      this.tell({ ...(ending ? { ending } : {}), waiting: waiting as string[] });
      // it may have been finished before anybody listened
      if (!ending && (waiting as string[]).length === 0) this.listener.ready();
    });
    on('started', ({ ending }) =>
      this.tell({ ...this.state, ending: String(ending), fraction: undefined }),
    );
    on('progress', ({ ending, fraction, level }) =>
      this.tell({
        ...this.state,
        ending: String(ending),
        fraction: typeof fraction === 'number' ? fraction : undefined,
        level: typeof level === 'number' ? level : undefined,
      }),
    );
    on('finished', () => this.listener.ready());
    on('failed', ({ error }) => this.tell({ waiting: [], error: String(error) }));
    on('idle', () => {
      this.tell({ waiting: [] });
      this.listener.ready();
    });
  }

  close(): void {
    this.source?.close();
    this.source = undefined;
    this.state = { waiting: [] };
  }

  private tell(state: BuildState): void {
    this.state = state;
    this.listener.changed(state);
  }
}
