import { expect, test } from 'vitest';
import { EventReader } from './sse';

test('events are cut where they end, however the text arrives', () => {
  const text =
    'event: twin\ndata: {"a":1}\n\n: still here\n\ndata: two\ndata: lines\r\n\r\nevent: end\n';
  const whole = new EventReader().push(text);
  const reader = new EventReader();
  const bytewise = [...text].flatMap((sign) => reader.push(sign));
  const expected = [
    { name: 'twin', data: '{"a":1}' },
    { name: 'message', data: 'two\nlines' },
  ];
  expect(whole).toEqual(expected);
  expect(bytewise).toEqual(expected);
});
