import { subject } from '../subject.ts';
import { createLlmsRoutes } from './llms-routes.ts';
import { messages } from './messages.ts';
import { createMcpRoute } from './route.ts';

/** The Model Context Protocol, and what language models should know of the API. */
export const mcp = subject({
  areas: { machines: 'Language models: the Model Context Protocol, and the documentation as text.' },
  // Tools are built over all routes, on first use.
  routes: (api) => [createMcpRoute(() => api.routes), ...createLlmsRoutes(api)],
  messages,
});
