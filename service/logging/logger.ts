import pino, { type DestinationStream, type Logger } from 'pino';

/** JSON lines. Of an error only what helps is reported: drivers hang whole connections, with their settings, on theirs. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: timeOfLine,
      serializers: { err: describeError },
      hooks: {
        // Lines about requests may be gathered for a moment; what went wrong is written at once.
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

/** Under load many lines fall into the same millisecond: its text is made once. */
function timeOfLine(): string {
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
