import type { Config } from '../configuration/config.ts';

/** The address of the service for its clients: the configured one, or else where it listens. */
export const getBaseUrl = ({ baseUrl, tls, host, port }: Config): string =>
  baseUrl ?? `${tls === null ? 'http' : 'https'}://${host}:${port}`;
