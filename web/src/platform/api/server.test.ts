import { expect, test } from 'vitest';
import { API_ADDRESS, parseAnswer, writeBody } from './server.ts';

const server = 'https://spotter.example';
const answer = {
  avatar: '/files/a.webp',
  text: 'see "/files/b"',
  list: [{ url: '/files/c.png', path: '/app/files/' }],
};

test("a native app finds the server's pictures, and names them to it as it does", () => {
  const read = parseAnswer(JSON.stringify(answer), server);
  expect(read).toEqual({
    ...answer,
    avatar: 'https://spotter.example/files/a.webp',
    list: [{ url: 'https://spotter.example/files/c.png', path: '/app/files/' }],
  });
  expect(JSON.parse(writeBody(read, server))).toEqual(answer);
});

test('the web asks its own server and changes nothing', () => {
  expect(API_ADDRESS).toBe('/api/v1');
  expect(parseAnswer(JSON.stringify(answer))).toEqual(answer);
  expect(JSON.parse(writeBody(answer))).toEqual(answer);
});
