//! The parameters of a request: what stands behind the `?`.

use std::{borrow::Cow, fmt::Display, str::FromStr};

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, Uri, request::Parts},
};

use crate::refusal::Refusal;

/// The longest value of a parameter, in bytes.
const LONGEST: usize = 1000;

/// The parameters of a request, decoded.
///
/// Broken percent-encoding stands for itself and broken UTF-8 for a replacement character, so that the
/// reader of the value can say what is wrong with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params(Vec<(String, String)>);

/// The parameter that chooses a table, for the description.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "a description only")]
pub(crate) struct OfTable {
    /// dtm, dtc, dtz, ..; else what there is a table for
    metric: Option<String>,
}

impl Params {
    pub(crate) fn of(uri: &Uri) -> Result<Params, Refusal> {
        let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        let owned = pairs.map(|(name, value)| (name.into_owned(), value.into_owned()));
        let params = Params(owned.collect());
        match params.0.iter().find(|(_, value)| value.len() > LONGEST) {
            Some((name, value)) => Err(Refusal::input(format!(
                "parameter {} has {} bytes (at most {LONGEST})",
                shortened(name),
                value.len()
            ))),
            None => Ok(params),
        }
    }

    /// The first value of a parameter; one that is empty counts as not given.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// All values of a parameter.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let given = self.0.iter().filter(move |(known, _)| known == name);
        given.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// A parameter that must be there.
    pub(crate) fn needed(&self, name: &str, example: &str) -> Result<&str, Refusal> {
        self.get(name).ok_or_else(|| {
            Refusal::input(format!("parameter {name} is missing (such as {name}={example})"))
        })
    }

    /// A parameter read as something; an error says what it can be.
    pub(crate) fn read<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, Refusal> {
        let read = |value: &str| {
            value.parse().map_err(|error| Refusal::input(format!("parameter {name}: {error}")))
        };
        self.get(name).map(read).transpose()
    }

    /// A number between bounds.
    pub(crate) fn number(&self, name: &str, most: u64) -> Result<Option<u64>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match value.parse() {
            Ok(number) if number <= most => Ok(Some(number)),
            _ => Err(Refusal::input(format!(
                "parameter {name}: {} is no number from 0 to {most} (write digits)",
                shortened(value)
            ))),
        }
    }

    /// One of some words, with what each of them means.
    pub(crate) fn choice<T: Copy>(
        &self,
        name: &str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match choices.iter().find(|(word, _)| word.eq_ignore_ascii_case(value)) {
            Some(&(_, meaning)) => Ok(Some(meaning)),
            None => {
                let words: Vec<&str> = choices.iter().map(|&(word, _)| word).collect();
                let (value, words) = (shortened(value), words.join(", "));
                Err(Refusal::input(format!("parameter {name}: {value} (one of {words})")))
            }
        }
    }

    /// `true` or `false`; false if not given.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        Ok(self.choice(name, &[("true", true), ("false", false), ("1", true), ("0", false)])?
            == Some(true))
    }
}

impl<S: Sync> FromRequestParts<S> for Params {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params, Refusal> {
        Params::of(&parts.uri)
    }
}

/// A part of the path read as something.
pub(crate) fn read_path<T: FromStr<Err: Display>>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, format!("{error}")))
}

/// A value as it is told in an error: quoted, and not too much of it.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let shown: Cow<'_, str> = match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]).into(),
        None => text.into(),
    };
    format!("{shown:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(query: &str) -> Result<Params, Refusal> {
        Params::of(&format!("/x?{query}").parse().unwrap())
    }

    #[test]
    fn values_are_decoded() {
        let params = params("fen=8%2F8_w+-&cond=Circe&cond=Madrasi&empty=&odd=%zz%ff").unwrap();
        assert_eq!(params.get("fen"), Some("8/8_w -"));
        assert_eq!(params.all("cond").collect::<Vec<_>>(), ["Circe", "Madrasi"]);
        assert_eq!(params.get("empty"), None);
        assert_eq!(params.get("odd"), Some("%zz\u{fffd}"));
    }

    #[test]
    fn errors_name_the_parameter_and_the_remedy() {
        let params = params("n=12&flag=maybe").unwrap();
        assert_eq!(params.number("n", 12).unwrap(), Some(12));
        let told = params.number("n", 11).unwrap_err().to_string();
        assert_eq!(told, "parameter n: \"12\" is no number from 0 to 11 (write digits)");
        let told = params.flag("flag").unwrap_err().to_string();
        assert_eq!(told, "parameter flag: \"maybe\" (one of true, false, 1, 0)");
        assert!(super::Params::of(&format!("/?a={}", "x".repeat(1001)).parse().unwrap()).is_err());
    }
}
