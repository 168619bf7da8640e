import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['browser/**/*.spec.ts'],
    globalSetup: ['browser/server.ts'],
    reporters: ['default', './browser/tally.ts'],
    // a table may have to be built first
    testTimeout: 180_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    fileParallelism: false,
  },
});
