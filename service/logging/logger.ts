import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Writes JSON lines. Only useful fields of an error are logged, because drivers attach whole connections with their
 * settings.
 */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: formatLineTime,
      serializers: { err: describeError },
      hooks: {
        // Request lines may be buffered briefly; warnings and errors are written at once.
        logMethod(line, write, number) {
          write.apply(this, line);
          if (number >= WARNING) this.flush();
        },
      },
    },
    destination,
  );
}

const WARNING = pino.levels.values['warn']!;

let lastMillisecond = NaN;
let lastTime = '';

/** Under load many lines fall into the same millisecond, so its text is cached. */
function formatLineTime(): string {
  const now = Date.now();
  if (now !== lastMillisecond) {
    lastMillisecond = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}

const MAX_CAUSES = 5;

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}
