// Written so that any Node understands it: one that is too old is told so, instead of stumbling over newer syntax.
// The first version that `engines` names is the oldest one.
var needed = require('../package.json').engines.node.match(/\d+(\.\d+)*/)[0];
var current = process.version.slice(1);

function isOlder(version, other) {
  var ours = version.split('.');
  var theirs = other.split('.');
  for (var index = 0; index < theirs.length; index += 1) {
    if (Number(ours[index]) !== Number(theirs[index])) return Number(ours[index]) < Number(theirs[index]);
  }
  return false;
}

if (isOlder(current, needed)) {
  var told = 'Grandlivre needs Node ' + needed + ' or newer; this is Node ' + current;
  console.error(told + ' (' + process.execPath + ').');
  process.exit(1);
}
