/** Says which EventStoreDB server the tests use, without the password of its address. */
export function eventStoreOfTests({ EVENTSTORE_TEST_URL: url = '' }) {
  return url === ''
    ? 'The log is in the EventStoreDB server of the tests, which speaks the wire protocol (EVENTSTORE_TEST_URL names another one)'
    : `The log is in the EventStoreDB server of EVENTSTORE_TEST_URL: ${url.replace(/\/\/.*@/, '//…@')}`;
}
