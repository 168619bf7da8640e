import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one line that counts the tests. */
export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    );
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    console.log(`${passed} passed, ${failed + broken.length + errors.length} failed`);
  }
}
