import { isForbiddenHost, isForbiddenUrl, createSurroundings, type Surroundings } from './destination.ts';
import { fetchAnswer } from './http-source.ts';
import { openImap } from './imap.ts';
import { openS3 } from './s3.ts';
import { openSftp } from './sftp.ts';

/** Connectors to external sources. */
export interface Connectors {
  readonly imap: Connector<typeof openImap>;
  readonly sftp: Connector<typeof openSftp>;
  readonly s3: Connector<typeof openS3>;
  readonly answer: Connector<typeof fetchAnswer>;
  /** Whether the address itself is allowed; names are checked at each call. */
  canCallHost(host: string, port: number): boolean;
  canCallUrl(url: string): boolean;
}

type Connector<Open extends (settings: never, around: Surroundings) => unknown> = (
  settings: Parameters<Open>[0],
) => ReturnType<Open>;

export interface ConnectorsOptions extends Omit<Surroundings, 'trusts'> {
  /** Hosts that may be local and unencrypted. */
  readonly allowedHosts: readonly string[];
}

export function openConnectors({ allowedHosts, ...others }: ConnectorsOptions): Connectors {
  const around = createSurroundings(allowedHosts, others);
  return {
    imap: (settings) => openImap(settings, around),
    sftp: (settings) => openSftp(settings, around),
    s3: (settings) => openS3(settings, around),
    answer: (settings) => fetchAnswer(settings, around),
    canCallHost: (host, port) => !isForbiddenHost(host, port, around),
    canCallUrl: (url) => !isForbiddenUrl(url, around),
  };
}
