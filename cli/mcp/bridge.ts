import { once } from 'node:events';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { WrongUsage } from '../script.ts';

/** Passes messages between a program on standard input and output, and `POST /mcp` of a service. It decides nothing. */

const DEFAULT_URL = 'http://127.0.0.1:8080';
/** Code of the protocol for an error of the server. */
const INTERNAL_ERROR = -32_603;

export interface BridgeSettings {
  readonly url: URL;
  readonly token: string;
}

export function readBridgeSettings(environment: NodeJS.ProcessEnv): BridgeSettings {
  const { GRANDLIVRE_URL: address = DEFAULT_URL, GRANDLIVRE_TOKEN: token } = environment;
  if (!token) throw new WrongUsage('A token is required: set GRANDLIVRE_TOKEN');
  if (!URL.canParse('/mcp', address)) throw new WrongUsage('GRANDLIVRE_URL must be the address of the service');
  return { url: new URL('/mcp', address), token };
}

export async function runBridge({ url, token }: BridgeSettings): Promise<void> {
  const [{ StdioServerTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ]);
  const program = new StdioServerTransport();
  const service = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  const underWay = new Set<Promise<void>>();
  service.onmessage = (message) => {
    const version = findProtocolVersion(message);
    if (version !== undefined) service.setProtocolVersion(version);
    void program.send(message);
  };
  program.onmessage = (message) => {
    const sending = service.send(message).catch(async (error: unknown) => {
      const id = getRequestId(message);
      if (id !== undefined) await program.send({ jsonrpc: '2.0', id, error: describeFailure(error) });
      else process.stderr.write(`${String(error)}\n`);
    });
    underWay.add(sending);
    void sending.finally(() => underWay.delete(sending));
  };
  await service.start();
  await program.start();
  await once(process.stdin, 'end');
  await Promise.all(underWay);
  await service.close();
}

const getRequestId = (message: JSONRPCMessage): RequestId | undefined =>
  'method' in message && 'id' in message ? message.id : undefined;

/** The answer to `initialize` names the version of the protocol that later messages announce. */
function findProtocolVersion(message: JSONRPCMessage): string | undefined {
  if (!('result' in message)) return undefined;
  const { protocolVersion } = message.result;
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
}

/** A refusal of the service with its code, or a connection that failed. */
function describeFailure(error: unknown): { code: number; message: string; data?: object } {
  const text = error instanceof Error ? error.message : String(error);
  const facts = parseFacts(text);
  return facts === null
    ? { code: INTERNAL_ERROR, message: text }
    : { code: INTERNAL_ERROR, message: facts.message ?? text, data: facts };
}

function parseFacts(text: string): { readonly message?: string; readonly code?: string } | null {
  const start = text.indexOf('{');
  if (start < 0) return null;
  try {
    return JSON.parse(text.slice(start)) as { readonly message?: string };
  } catch {
    return null;
  }
}
