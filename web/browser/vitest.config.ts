import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['browser/**/*.spec.ts'],
    globalSetup: ['browser/server.ts'],
    reporters: ['default', './browser/tally.ts'],
    // a table may have to be built first
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 45_000 } },
    fileParallelism: false,
  },
});
