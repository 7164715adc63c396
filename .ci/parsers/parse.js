// Reads queries with the module that is named, qs or querystring. See install for the form of lines in and out.
'use strict';

const parser = require(process.argv[2]);
const lines = require('readline').createInterface({ input: process.stdin });

function form(value) {
    if (Array.isArray(value)) return ['list', ...value.map(form)];
    if (value !== null && typeof value === 'object') {
        return ['dictionary', ...Object.keys(value).map((key) => [key, form(value[key])])];
    }
    return value;
}

// ASCII alone: what reads the answers need not agree on marks of byte order.
function escape(unit) {
    return '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0');
}

lines.on('line', (line) => {
    let answer;
    try {
        answer = form(parser.parse(Buffer.from(line, 'hex').toString('utf8')));
    } catch (error) {
        answer = { error: error.name };
    }
    console.log(JSON.stringify(answer).replace(/[^ -~]/g, escape));
});
