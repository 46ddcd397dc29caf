// `npm start`. Any Node understands this file, so that one that is too old is told so.
require('./check-node.cjs');
require('./start-service.cjs');
