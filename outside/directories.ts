import { openPeppolDirectory, type PeppolDirectory, type PeppolDirectoryOptions } from './peppol/directory.ts';
import { openRegister, type Register, type RegisterOptions } from './registers/register.ts';
import { openVies, type Vies, type ViesOptions } from './vies/vies.ts';

/** Directories for enterprise look-ups. Null if not configured. */
export interface Directories {
  readonly vies: Vies | null;
  readonly peppol: PeppolDirectory | null;
  readonly register: Register | null;
}

export interface DirectoriesOptions {
  readonly vies: Omit<ViesOptions, 'timeoutMs'> | null;
  readonly peppol: Omit<PeppolDirectoryOptions, 'timeoutMs'> | null;
  readonly register: Omit<RegisterOptions, 'timeoutMs'> | null;
  /** Timeout of one request; default: 10 s. */
  readonly timeoutMs?: number;
}

export function openDirectories(options: DirectoriesOptions): Directories & { close(): Promise<void> } {
  const { timeoutMs } = options;
  const vies = options.vies && openVies({ ...options.vies, timeoutMs });
  const peppol = options.peppol && openPeppolDirectory({ ...options.peppol, timeoutMs });
  const register = options.register && openRegister({ ...options.register, timeoutMs });
  return {
    vies,
    peppol,
    register,
    async close() {
      await Promise.all([vies?.close(), peppol?.close(), register?.close()]);
    },
  };
}
