// Loads `node:test` so that it knows the running test by an `AsyncLocalStorage`. On its own it follows every promise
// with async hooks, which takes a third of the CPU time of a run. A module must import this one before it imports
// `node:test`.
import hooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from "node:async_hooks";

const running = new AsyncLocalStorage<number>();
let callbacks: HookCallbacks = {};

/** The base class of the test runner's tests. */
class TestResource extends AsyncResource {
  constructor(type: string) {
    super(type);
    callbacks.init?.(this.asyncId(), type, 0, this);
  }

  override runInAsyncScope<This, Result>(
    work: (this: This, ...args: unknown[]) => Result,
    self?: This,
    ...args: unknown[]
  ): Result {
    // Inside of the resource's own context, which is that of its creation.
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => Reflect.apply(work, self, args)));
  }
}

const { createHook, executionAsyncId } = hooks;
Object.assign(hooks, {
  AsyncResource: TestResource,
  executionAsyncId: () => running.getStore() ?? 0,
  createHook(of_tests: HookCallbacks) {
    callbacks = of_tests;
    return { enable: () => {}, disable: () => {} };
  },
});
// The test runner takes these functions when it is loaded.
await import("node:test");
Object.assign(hooks, { AsyncResource, executionAsyncId, createHook });
