/** Waiting that ends: a service that does not answer must not hold a job whose verdict is reached. */

export class DeadlinePassed extends Error {
  constructor(what: string, ms: number) {
    super(`${what} did not end within ${Math.round(ms / 1000)} seconds`);
  }
}

/** The promise's own outcome, or a {@link DeadlinePassed} after `ms` milliseconds. What it was doing may go on. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new DeadlinePassed(what, ms)), ms);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
    // Nobody listens any more; an unhandled rejection would end the process with a code that is no verdict.
    promise.catch(() => undefined);
  }
}
