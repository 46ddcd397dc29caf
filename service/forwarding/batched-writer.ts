import type { Socket } from 'node:net';

/** Writes what comes within one turn of the event loop at once, because each write costs more than what it carries. */
export function createBatchedWriter(socket: Socket): (bytes: Buffer) => void {
  let isPlanned = false;
  const writeOut = (): void => {
    isPlanned = false;
    socket.uncork();
  };
  return (bytes) => {
    if (!isPlanned) {
      isPlanned = true;
      socket.cork();
      setImmediate(writeOut);
    }
    socket.write(bytes);
  };
}
