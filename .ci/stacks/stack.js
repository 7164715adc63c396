// A server for ask.py that answers with the reading of Express, or of a parser of queries only.
//
//     stack.js extended|simple|qs|querystring
'use strict';

const express = require('express');

const name = process.argv[2];
const parser = ['qs', 'querystring'].includes(name) && require(name);
const extended = name === 'extended';
const app = express();
app.set('query parser', extended ? 'extended' : 'simple');
app.set('env', 'production');
if (parser) app.use(parse);
app.use(express.urlencoded({ extended }), express.json());
app.get('/', (request, response) => response.json(form(request.query)));
app.post('/', (request, response) => response.json(form(request.body)));

function form(value) {
    if (Array.isArray(value)) return ['list', ...value.map(form)];
    if (typeof value === 'number') return ['number', String(value)];
    if (value === null || typeof value !== 'object') return value;
    return ['dictionary', ...Object.keys(value).map((key) => [key, form(value[key])])];
}

// Reads the body as a query.
async function parse(request, response) {
    const parts = [];
    for await (const part of request) parts.push(part);
    try {
        response.json(form(parser.parse(Buffer.concat(parts).toString('utf8'))));
    } catch (error) {
        response.json({ error: error.name });
    }
}

const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
