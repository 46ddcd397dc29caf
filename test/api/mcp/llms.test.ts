import { expect } from 'chai';
import { routes } from '../../../api/routes.ts';
import { buildOnce } from '../../support/processes.ts';
import { useService } from '../../support/service.ts';

describe('Texts for language models', function () {
  this.timeout(60_000);
  before(buildOnce);
  const service = useService({ from: 'books' });

  it('introduce the API and list the guides', async () => {
    const { status, text, headers } = await service.anonymous.get('/llms.txt');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    expect(text).to.match(/^# Grandlivre\n\n> /);
    expect(text).to.contain('/docs/guides/first-request)').and.contain('/llms-full.txt').and.contain('- bank: ');
    const again = await service.anonymous.get('/llms.txt', { 'If-None-Match': headers.get('etag')! });
    expect(again.status).to.equal(304);
  });

  it('have the guides and every route as one text', async () => {
    const { status, text } = await service.anonymous.get('/llms-full.txt');
    expect(status).to.equal(200);
    const missing = routes.filter(({ method, path }) => !text.includes(`### ${method.toUpperCase()} ${path}\n`));
    expect(missing.map(({ path }) => path)).to.deep.equal([]);
    expect(text).to.contain('# Your first request').and.contain('# Language models (MCP)');
    expect(text).to.contain('Body: {journal_id: integer, entry_date: date');
    expect(text.length).to.be.below(1_000_000);
  });
});
