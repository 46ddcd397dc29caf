import type { Config } from '../configuration/config.ts';

/** The address of the service in links, unless the configuration names another one. */
export const getBaseUrl = ({ baseUrl, tls, host, port }: Config): string =>
  baseUrl ?? `${tls === null ? 'http' : 'https'}://${host}:${port}`;
