// Asks Express, or a parser of queries alone, for its reading. See install for the form of lines in and out.
//
//     stack.js extended|simple|qs|querystring
'use strict';

const express = require('express');
const net = require('net');

const name = process.argv[2];
const parser = ['qs', 'querystring'].includes(name) && require(name);
const extended = name === 'extended';
const app = express();
app.set('query parser', extended ? 'extended' : 'simple');
app.set('env', 'production');
app.use(express.urlencoded({ extended }), express.json());
app.get('/', (request, response) => response.json(form(request.query)));
app.post('/', (request, response) => response.json(form(request.body)));

function form(value) {
    if (Array.isArray(value)) return ['list', ...value.map(form)];
    if (typeof value === 'number') return ['number', String(value)];
    if (value === null || typeof value !== 'object') return value;
    return ['dictionary', ...Object.keys(value).map((key) => [key, form(value[key])])];
}

// ASCII alone: what reads the answers need not agree on marks of byte order.
function escape(unit) {
    return '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0');
}

function parsed(query) {
    let answer;
    try {
        answer = form(parser.parse(query.toString('utf8')));
    } catch (error) {
        answer = { error: error.name };
    }
    return JSON.stringify(answer).replace(/[^ -~]/g, escape);
}

const types = { form: 'application/x-www-form-urlencoded', json: 'application/json' };

function head(kind, content) {
    if (kind === 'query') return Buffer.concat([Buffer.from('GET /?'), content, Buffer.from(' HTTP/1.1\r\n')]);
    return Buffer.from(`POST / HTTP/1.1\r\nContent-Type: ${types[kind]}\r\nContent-Length: ${content.length}\r\n`);
}

function answer(port, kind, content) {
    return new Promise((resolve, reject) => {
        const socket = net.connect(port, '127.0.0.1');
        const parts = [];
        socket.on('error', reject).on('data', (part) => parts.push(part)).on('end', () => {
            const text = Buffer.concat(parts).toString('utf8');
            const status = Number(text.split(' ', 2)[1]);
            const body = text.slice(text.indexOf('\r\n\r\n') + 4);
            resolve(status === 200 ? body.replace(/[^ -~]/g, escape) : JSON.stringify({ status }));
        });
        socket.write(Buffer.concat([
            head(kind, content), Buffer.from('Host: localhost\r\nConnection: close\r\n\r\n'),
            kind === 'query' ? Buffer.alloc(0) : content,
        ]));
    });
}

const server = app.listen(0, '127.0.0.1', async () => {
    for await (const line of require('readline').createInterface({ input: process.stdin })) {
        const [kind, digits] = line.split(' ');
        const content = Buffer.from(digits, 'hex');
        console.log(parser ? parsed(content) : await answer(server.address().port, kind, content));
    }
    server.close();
});
