import { z } from 'zod';
import { text } from '../http/input/fields.ts';
import { buildRefusal } from '../http/reply/errors.ts';
import { route, type Route } from '../http/routing/route.ts';
import { createMessageAnswerer } from './server.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

const version = z.literal('2.0').meta({ description: 'Version of JSON-RPC.' });

const Message = z.object({
  jsonrpc: version,
  id: z
    .union([z.string().max(200), z.number()])
    .optional()
    .meta({
      description: 'Chosen by the client; absent for a notification, which gets no response.',
    }),
  method: text(100).meta({ description: 'Method of the protocol, such as `tools/call`.' }),
  params: z.record(z.string(), z.unknown()).nullish().meta({ description: 'As the method takes them.' }),
});

const Response = z.looseObject({
  jsonrpc: version,
  id: z.union([z.string(), z.number()]).nullable(),
});

/** The Model Context Protocol: tools over the route table, for language models. See docs/mcp.md. */
export const createMcpRoute = (getRoutes: () => readonly Route[]): Route => {
  const answerMessage = createMessageAnswerer(getRoutes);
  return route({
    method: 'post',
    path: '/mcp',
    operationId: 'callModelContextProtocol',
    area: 'machines',
    summary: 'Answer one message of the Model Context Protocol (streamable HTTP, without sessions)',
    ability: 'token',
    role: 'any',
    demo: 'allowed',
    refusesForeignOrigins: true,
    body: Message,
    example: {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_companies' },
      },
      others: { 202: { jsonrpc: '2.0', method: 'notifications/initialized' } },
    },
    replies: { 200: Response, 202: null },
    errorCodes: ['origin_not_allowed', 'confirmation_required', 'protocol_message_invalid'],
    async handle(request) {
      const { params, ...message } = request.body;
      const answer = await answerMessage(request, { ...message, ...(params && { params }) });
      if (answer.status === 202) return { status: 202 };
      if (answer.status === 200) return { status: 200, raw: answer.text, headers: { 'Content-Type': JSON_TYPE } };
      return buildRefusal('protocol_message_invalid', { params: { reason: findReason(answer.text) } });
    },
  });
};

/** The message of an error of the protocol. */
function findReason(text: string): string {
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly message?: string } };
    return error?.message ?? '';
  } catch {
    return '';
  }
}
