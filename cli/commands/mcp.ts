import { declareCommand } from '../program/declaration.ts';

export const mcp = declareCommand({
  name: 'mcp',
  summary: 'Connect a language model to a service by the Model Context Protocol, on standard input and output.',
  script: 'mcp',
  options: {},
  notes: [
    'GRANDLIVRE_TOKEN is an integration token: its abilities decide what can be read and changed.',
    'GRANDLIVRE_URL is the address of the service, by default http://127.0.0.1:8080.',
    'See docs/mcp.md.',
  ],
  examples: [''],
  run: async () => {
    const { readBridgeSettings, runBridge } = await import('../mcp/bridge.ts');
    await runBridge(readBridgeSettings(process.env));
  },
});
