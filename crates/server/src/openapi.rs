//! The interface described for programs (OpenAPI) and, from the same description, for people.

use std::{fmt::Write, sync::LazyLock};

use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;
use utoipa::OpenApi;

use crate::{api, standard};

/// The description; what each path takes and gives stands with its handler.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Solus Rex",
        description = "Settles chess questions exactly: endgame tables, chess problems, games to a goal. Distances are plies unless \
            called moves, positive when the side to move wins.",
    ),
    tags(
        (name = "tables", description = "Every position of an ending"),
        (name = "positions", description = "Positions of any kind of chess"),
        (name = "problems", description = "Chess problems in Popeye's language"),
        (name = "games", description = "Games to a mating move or to a position"),
    ),
    paths(
        standard::standard,
        standard::mainline,
        api::tables::tables,
        api::stats::stats,
        api::mine::mine,
        api::line::line,
        api::lesson::lesson,
        api::builds::builds,
        api::position::moves,
        api::position::diagram,
        api::catalogue::pieces,
        api::catalogue::figure,
        api::problem::problem,
        api::solve::solve,
        api::discover::discover,
        api::discover::atlas,
        api::catalogue::words,
        api::catalogue::stipulations,
        api::catalogue::conditions,
        api::catalogue::options,
    ),
)]
struct Description;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    serde_json::to_value(Description::openapi())
        .unwrap_or_else(|error| Value::from(error.to_string()))
});

static PAGE: LazyLock<String> = LazyLock::new(|| page_of(&DOCUMENT));

/// `GET /api/v1/openapi.json`
pub(crate) async fn document() -> Response {
    axum::Json(&*DOCUMENT).into_response()
}

/// `GET /api/v1/docs`
pub(crate) async fn page() -> Html<&'static str> {
    Html(&PAGE)
}

/// The description as one page that needs nothing else: no script, no style of its own.
fn page_of(document: &Value) -> String {
    let text = |value: &Value| escaped(value.as_str().unwrap_or_default());
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Solus Rex: HTTP interface</title>\n",
    );
    let info = &document["info"];
    let _ = writeln!(out, "<h1>{}: HTTP interface</h1>", text(&info["title"]));
    let _ = writeln!(out, "<p>{}</p>", text(&info["description"]));
    out += "<p>For programs: <a href=\"/api/v1/openapi.json\">openapi.json</a>.</p>\n";
    let paths = document["paths"].as_object().into_iter().flatten();
    let paths: Vec<_> = paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().into_iter().flatten();
            methods.map(move |(method, operation)| (path, method, operation))
        })
        .collect();
    for tag in document["tags"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "<h2>{}</h2>", text(&tag["description"]));
        for (path, method, operation) in &paths {
            if operation["tags"][0] != tag["name"] {
                continue;
            }
            let (method, path) = (method.to_uppercase(), escaped(path));
            let _ = writeln!(out, "<h3><code>{method} {path}</code></h3>");
            let _ = writeln!(out, "<p><strong>{}</strong></p>", text(&operation["summary"]));
            if operation["description"].is_string() {
                let _ = writeln!(out, "<p>{}</p>", text(&operation["description"]));
            }
            parameters(&mut out, &operation["parameters"]);
            responses(&mut out, &operation["responses"]);
        }
    }
    out += "<h2>Shapes</h2>\n";
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let json = serde_json::to_string_pretty(schema).unwrap_or_default();
        let _ = writeln!(
            out,
            "<details id=\"{0}\"><summary><code>{0}</code></summary><pre>{1}</pre></details>",
            escaped(name),
            escaped(&json)
        );
    }
    out + "</html>\n"
}

fn parameters(out: &mut String, parameters: &Value) {
    let Some(parameters) = parameters.as_array().filter(|parameters| !parameters.is_empty()) else {
        return;
    };
    *out += "<table>\n";
    for parameter in parameters {
        let text = |name: &str| escaped(parameter[name].as_str().unwrap_or_default());
        let needed = if parameter["required"] == true { "needed" } else { "" };
        let example = match &parameter["example"] {
            Value::String(example) => format!("such as <code>{}</code>", escaped(example)),
            _ => String::new(),
        };
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code><td>{needed}<td>{} {example}",
            text("name"),
            text("description")
        );
    }
    *out += "</table>\n";
}

fn responses(out: &mut String, responses: &Value) {
    *out += "<ul>\n";
    for (status, response) in responses.as_object().into_iter().flatten() {
        let contents = response["content"].as_object().into_iter().flatten();
        let shapes = contents.map(|(kind, content)| {
            let of = |schema: &Value| {
                let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
                name.map(|name| format!("<a href=\"#{0}\"><code>{0}</code></a>", escaped(name)))
            };
            let schema = &content["schema"];
            let shape =
                of(schema).or_else(|| of(&schema["items"]).map(|item| format!("list of {item}")));
            format!("{} {}", escaped(kind), shape.unwrap_or_default())
        });
        let shapes: Vec<String> = shapes.collect();
        let description = escaped(response["description"].as_str().unwrap_or_default());
        let _ = writeln!(out, "<li>{status}: {} {description}", shapes.join(", "));
    }
    *out += "</ul>\n";
}

/// Text as it may stand in HTML; what stands in backticks becomes code.
fn escaped(text: &str) -> String {
    let plain =
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let mut parts = plain.split('`');
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut inside = false;
    for part in parts {
        inside = !inside;
        out += if inside { "<code>" } else { "</code>" };
        out += part;
    }
    out + if inside { "</code>" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_tells_every_path() {
        let paths = DOCUMENT["paths"].as_object().unwrap();
        assert!(paths.len() > 15);
        for path in paths.keys() {
            assert!(PAGE.contains(path.as_str()), "{path}");
        }
        assert!(!PAGE.contains("http://") && !PAGE.contains("https://"));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a < b & `c>`"), "a &lt; b &amp; <code>c&gt;</code>");
    }
}
