import { CertificateProblem, openCertificate } from '../../api/http/server/certificate.ts';
import { openWaitingRoom } from '../../api/http/server/startup-responder.ts';
import { awaitServers, listAwaitedServers } from './awaited-servers.ts';
import { closeAll, type Closer } from '../close-all.ts';
import { toListenProblem, StartProblem } from './start-problem.ts';
import type { ServiceOptions } from '../options.ts';
import type { Readiness } from '../readiness.ts';

/** Responds to probes until the service takes the port itself. */
export interface Room {
  close(): Promise<void>;
}

/** Tables that take longer than this to be made are reported on the address of the API. */
const PROMPT_START_MS = 10_000;

/** Waits for the configured servers, and responds to probes meanwhile. @throws StartProblem, StartCancelled */
export async function waitForServers(options: ServiceOptions, readiness: Readiness, serves: boolean): Promise<Room> {
  const { config, logger, signal, onWaiting } = options;
  const room = createRoom(options, readiness, serves);
  try {
    await awaitServers(listAwaitedServers(config), {
      ...(signal && { signal }),
      reportMissing: (missing) => {
        const reason = missing.map(({ words }) => words).join('; ');
        logger.warn({ reason }, 'the start is waiting for a server');
        onWaiting?.(reason);
      },
      onMissing: async (missing) => {
        readiness.setAwaited(missing.map(({ part }) => part));
        await room.open();
      },
    });
    // Another process may make the tables. The embedded server has no other processes, and its start is short.
    if (config.databaseUrl !== null) room.openLater(PROMPT_START_MS);
    return room;
  } catch (error) {
    await room.close();
    throw error;
  }
}

interface OpenableRoom extends Room {
  /** @throws StartProblem if the port cannot be used */
  open(): Promise<void>;
  /** Opens it if it is not closed by then. */
  openLater(milliseconds: number): void;
}

function createRoom({ config, logger }: ServiceOptions, readiness: Readiness, serves: boolean): OpenableRoom {
  const closers: Closer[] = [];
  let opening: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const { host, port, tls } = config;

  async function openListener(): Promise<void> {
    const certificate = tls && (await openCertificate(tls, logger).catch(rethrowStartProblem));
    if (certificate) closers.push(() => certificate.close());
    const opened = await openWaitingRoom({ host, port, certificate }, readiness).catch((error: unknown) => {
      throw toListenProblem(error, host, port);
    });
    closers.push(() => opened.close());
  }

  return {
    async open() {
      if (serves) await (opening ??= openListener());
    },
    openLater(milliseconds) {
      // A port in use is reported when the service itself listens.
      timer = setTimeout(() => void this.open().catch(() => undefined), milliseconds);
    },
    async close() {
      clearTimeout(timer);
      await opening?.catch(() => undefined);
      await closeAll(closers);
    },
  };
}

export function rethrowStartProblem(error: unknown): never {
  throw error instanceof CertificateProblem ? new StartProblem(error.message, error) : error;
}
