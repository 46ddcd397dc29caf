#!/usr/bin/env node
// The health check of the image: asks this container's own probe and exits with 0 if the answer is 200.
// `healthcheck.mjs readyz` asks whether it is ready; without an argument, whether it runs.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const { METRICS_ADDRESS = '', PORT = '8080', TLS_CERT = '' } = process.env;
const path = `/${process.argv[2] ?? 'livez'}`;
const TIMEOUT_MS = 4_000;

// Processes of every role answer probes at the address of the metrics; without one, the API answers them.
const [, host = '127.0.0.1', port] =
  METRICS_ADDRESS === 'off' ? [] : /^(.+):(\d+)$/.exec(METRICS_ADDRESS || '127.0.0.1:9464');
const isApi = port === undefined;
const hostname = ['0.0.0.0', '[::]'].includes(host) ? '127.0.0.1' : host.replace(/^\[(.*)\]$/, '$1');
const request = isApi && TLS_CERT !== '' ? requestHttps : requestHttp;

const asked = request(
  // The certificate is for the public name, not for this machine.
  { hostname, port: port ?? PORT, path, timeout: TIMEOUT_MS, rejectUnauthorized: false },
  (response) => {
    response.resume();
    process.exitCode = response.statusCode === 200 ? 0 : 1;
    if (process.exitCode === 1) console.error(`${path} answered ${response.statusCode}`);
  },
);
asked.on('timeout', () => asked.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
asked.on('error', ({ message }) => {
  console.error(`${path}: ${message}`);
  process.exitCode = 1;
});
asked.end();
