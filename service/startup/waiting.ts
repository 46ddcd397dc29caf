import { CertificateProblem, openCertificate } from '../../api/http/server/certificate.ts';
import { openWaitingRoom, type WaitingRoom } from '../../api/http/server/startup-responder.ts';
import { awaitServers, listAwaitedServers } from './awaited-servers.ts';
import { closeAll, type Closer } from '../close-all.ts';
import { toListenProblem, StartProblem } from './start-problem.ts';
import type { ServiceOptions } from '../options.ts';

/** Responds to probes until the service takes the port itself. */
export interface Room {
  close(): Promise<void>;
}

/** Waits for the configured servers, and responds to probes meanwhile. @throws StartProblem, StartCancelled */
export async function waitForServers(
  { config, logger, signal, onWaiting }: ServiceOptions,
  serves: boolean,
): Promise<Room> {
  const closers: Closer[] = [];
  const close = (): Promise<void> => closeAll(closers);
  let room: WaitingRoom | null = null;
  const openListener = async (parts: Parameters<WaitingRoom['setMissing']>[0]): Promise<WaitingRoom> => {
    const certificate = config.tls && (await openCertificate(config.tls, logger).catch(rethrowStartProblem));
    if (certificate) closers.push(() => certificate.close());
    const opened = await openWaitingRoom({ host: config.host, port: config.port, certificate }, parts).catch(
      (error: unknown) => {
        throw toListenProblem(error, config.host, config.port);
      },
    );
    closers.push(() => opened.close());
    return opened;
  };
  try {
    await awaitServers(listAwaitedServers(config), {
      ...(signal && { signal }),
      reportMissing: (missing) => {
        const reason = missing.map(({ words }) => words).join('; ');
        logger.warn({ reason }, 'the start is waiting for a server');
        onWaiting?.(reason);
      },
      onMissing: async (missing) => {
        if (!serves) return;
        const parts = missing.map(({ part }) => part);
        if (room === null) room = await openListener(parts);
        else room.setMissing(parts);
      },
    });
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

export function rethrowStartProblem(error: unknown): never {
  throw error instanceof CertificateProblem ? new StartProblem(error.message, error) : error;
}
