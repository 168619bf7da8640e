// Server-sent events from a request of any method.

export interface ServerEvent {
  name: string;
  data: string;
}

/** Cuts a stream of text into events. */
export class EventReader {
  private rest = '';

  /** The events that a further piece of the text completes. */
  push(text: string): ServerEvent[] {
    this.rest += text.replace(/\r\n?/g, '\n');
    const blocks = this.rest.split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.map(readBlock).filter((event) => event !== undefined);
  }
}

function readBlock(block: string): ServerEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const found = /^(event|data): ?(.*)$/.exec(line);
    if (found?.[1] === 'event') name = found[2] ?? name;
    else if (found) data.push(found[2] ?? '');
  }
  return data.length > 0 ? { name, data: data.join('\n') } : undefined;
}

/** Reads the events of an answer to its end. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  if (!response.body) return;
  const reader = new EventReader();
  const stream = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await stream.read();
    if (done) return;
    yield* reader.push(value);
  }
}
